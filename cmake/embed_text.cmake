# SPDX-License-Identifier: MIT
# cmake -DINPUT=page.html -DOUTPUT=page.cpp -DNAME=kPage -P embed_text.cmake
#
# Writes a C++ file that defines gambol::NAME, the ASCII text of INPUT in pieces. Compilers limit the
# length of one string literal, hence the pieces; they join to the exact bytes of the file.

file(READ "${INPUT}" text)
string(LENGTH "${text}" length)
file(SIZE "${INPUT}" size)
if(NOT length EQUAL size)
    message(FATAL_ERROR "${INPUT}: ${size} bytes, but only ${length} survive reading as text")
endif()

set(chunk 16000)
set(code "// Generated from a text file by cmake/embed_text.cmake.\n")
string(APPEND code "#include <string_view>\n#include <vector>\n\nnamespace gambol {\n\n")
string(APPEND code "extern const std::vector<std::string_view> ${NAME};\n")
string(APPEND code "const std::vector<std::string_view> ${NAME} {\n")
set(start 0)
while(start LESS length)
    string(SUBSTRING "${text}" ${start} ${chunk} piece)
    string(APPEND code "R\"embed~(${piece})embed~\",\n")
    math(EXPR start "${start} + ${chunk}")
endwhile()
string(APPEND code "};\n\n}  // namespace gambol\n")
file(WRITE "${OUTPUT}" "${code}")
