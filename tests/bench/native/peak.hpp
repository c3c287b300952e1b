#pragma once

namespace bench {

void register_peak();

}  // namespace bench
