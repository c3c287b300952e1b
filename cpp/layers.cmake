# Holds the layers: a file of the core includes its own layer and those below, never one above. Run by every build.

set(includes_of_base "base")
set(includes_of_masks "base|masks")
# kernels know plain numbers and no arrays
set(includes_of_kernels "masks/key_range|kernels")
set(includes_of_attention "base|masks|kernels|attention")
set(includes_of_chapter "base|masks|kernels|attention|chapter")

cmake_path(GET CMAKE_CURRENT_LIST_FILE PARENT_PATH core)
file(GLOB_RECURSE files RELATIVE ${core} ${core}/include/*.hpp ${core}/src/*.hpp ${core}/src/*.cpp)
foreach(file IN LISTS files)
  string(REGEX REPLACE "^(include/maskscope|src)/([a-z]+)/.*" "\\2" layer ${file})
  if(NOT DEFINED includes_of_${layer})
    message(FATAL_ERROR "cpp/${file}: no layer of the core, see cpp/layers.cmake")
  endif()
  file(STRINGS ${core}/${file} lines REGEX "^#include \"")
  foreach(line IN LISTS lines)
    if(NOT line MATCHES "\"(maskscope/)?(${includes_of_${layer}})[/.]")
      message(FATAL_ERROR "cpp/${file}: ${line} is above ${layer}, see cpp/layers.cmake")
    endif()
  endforeach()
endforeach()
