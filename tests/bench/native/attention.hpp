#pragma once

#include "settings.hpp"

namespace bench {

void register_attention(const Settings& settings);

}  // namespace bench
