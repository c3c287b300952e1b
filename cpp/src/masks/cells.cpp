#include "masks/cells.hpp"

#include "base/limits.hpp"
#include "base/refuse.hpp"

namespace maskscope {

void require_cells(const Cells& cells, ShapeView shape, std::size_t bytes_per_element) {
  constexpr std::ptrdiff_t greatest_offset = std::ptrdiff_t{1} << 30;
  require_fits("cells", shape, bytes_per_element);
  if (cells.offset < -greatest_offset || cells.offset > greatest_offset) {
    refuse(ErrorCode::out_of_range, "offset", "-2^30 to 2^30", std::to_string(cells.offset));
  }
}

}  // namespace maskscope
