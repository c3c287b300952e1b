# Toolchain file: Emscripten's own, found from EMSDK, from the emcc on PATH, or where Debian puts it.

find_program(MASKSCOPE_EMCC emcc)
set(folders "$ENV{EMSDK}/upstream/emscripten")
if(MASKSCOPE_EMCC)
  file(REAL_PATH ${MASKSCOPE_EMCC} emcc_file)
  cmake_path(GET emcc_file PARENT_PATH emcc_folder)
  list(APPEND folders ${emcc_folder})
endif()
list(APPEND folders /usr/share/emscripten)

foreach(folder IN LISTS folders)
  if(EXISTS ${folder}/cmake/Modules/Platform/Emscripten.cmake)
    include(${folder}/cmake/Modules/Platform/Emscripten.cmake)
    return()
  endif()
endforeach()
message(FATAL_ERROR "Emscripten was not found: put emcc on PATH (Debian: apt install emscripten) or set EMSDK")
