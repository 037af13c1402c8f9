// SPDX-License-Identifier: MIT
#include "gambol/methods/gait/springs.hpp"

namespace gambol::gait {

Springs::Springs(const Animal& animal)
{
    for (int k = kRootDofs; k < animal.dofs(); ++k) {
        const int mirror = animal.has_mirror ? animal.mirror[size_t(k)] : k;
        const double sign = animal.has_mirror ? animal.mirror_sign[k] : 1;
        if (mirror < k) {
            of_.push_back(of(mirror));
            signs_.push_back(sign);
            continue;
        }
        of_.push_back(count());
        signs_.push_back(1);
        leaders_.push_back(k);
        centred_.push_back(mirror == k && sign < 0);
    }
}

}  // namespace gambol::gait
