#include "maskscope/base/error.hpp"

#include <gtest/gtest.h>

namespace maskscope {
namespace {

TEST(Error, EveryCodeHasTheNameThatJavaScriptKnows) {
  EXPECT_EQ(name(ErrorCode::empty_input), "empty_input");
  EXPECT_EQ(name(ErrorCode::shape_mismatch), "shape_mismatch");
  EXPECT_EQ(name(ErrorCode::not_finite), "not_finite");
  EXPECT_EQ(name(ErrorCode::out_of_range), "out_of_range");
  EXPECT_EQ(name(ErrorCode::too_large), "too_large");
  EXPECT_EQ(name(ErrorCode::no_visible_key), "no_visible_key");
  EXPECT_EQ(name(ErrorCode::no_scored_target), "no_scored_target");
  EXPECT_EQ(name(ErrorCode::unknown_name), "unknown_name");
  EXPECT_EQ(name(ErrorCode::prefix_changed), "prefix_changed");
  EXPECT_EQ(name(ErrorCode::disposed), "disposed");
}

TEST(Error, CarriesCodeAndMessage) {
  const Error error(ErrorCode::too_large, "x: expected less");
  EXPECT_EQ(error.code(), ErrorCode::too_large);
  EXPECT_STREQ(error.what(), "x: expected less");
}

}  // namespace
}  // namespace maskscope
