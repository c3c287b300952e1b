#include "maskscope/attention/bias.hpp"

#include "maskscope/attention/attention.hpp"
#include "maskscope/masks/visibility.hpp"
#include "support/checks.hpp"

namespace maskscope {
namespace {

using namespace checks;

template <class T>
class BiasOf : public testing::Test {};
using Types = testing::Types<float, double>;
TYPED_TEST_SUITE(BiasOf, Types);

TYPED_TEST(BiasOf, AlibiSlopesAreThePapers) {
  expect_equal(alibi_slopes<TypeParam>(1), tensor<TypeParam>({1}, {0x1p-8}));
  expect_equal(alibi_slopes<TypeParam>(8),
               tensor<TypeParam>({8}, {0x1p-1, 0x1p-2, 0x1p-3, 0x1p-4, 0x1p-5, 0x1p-6, 0x1p-7, 0x1p-8}));
  const double root = std::sqrt(0.5);
  expect_near(alibi_slopes<TypeParam>(16),
              tensor({16}, {root, 0x1p-1, root * 0x1p-1, 0x1p-2, root * 0x1p-2, 0x1p-3, root * 0x1p-3, 0x1p-4,
                            root * 0x1p-4, 0x1p-5, root * 0x1p-5, 0x1p-6, root * 0x1p-6, 0x1p-7, root * 0x1p-7,
                            0x1p-8}),
              1e-7);
  // The first 8 of 8 heads, then every second one of 16.
  expect_near(alibi_slopes<TypeParam>(12), tensor({12}, {0x1p-1, 0x1p-2, 0x1p-3, 0x1p-4, 0x1p-5, 0x1p-6, 0x1p-7, 0x1p-8,
                                                         root, root * 0x1p-1, root * 0x1p-2, root * 0x1p-3}),
              1e-7);
  expect_error(ErrorCode::out_of_range, "heads: expected at least 1, got 0", [] { alibi_slopes<TypeParam>(0); });
}

TYPED_TEST(BiasOf, AlibiFallsWithDistance) {
  const auto slopes = tensor<TypeParam>({2}, {0.5, 0.25});
  expect_equal(alibi(slopes, {3, 3}), tensor<TypeParam>({2, 3, 3}, {0, 0.5, 1, -0.5, 0, 0.5, -1, -0.5, 0,  //
                                                                    0, 0.25, 0.5, -0.25, 0, 0.25, -0.5, -0.25, 0}));
  expect_equal(alibi(slopes, {2, 3}, AlibiForm::symmetric),
               tensor<TypeParam>({2, 2, 3}, {0, -0.5, -1, -0.5, 0, -0.5, 0, -0.25, -0.5, -0.25, 0, -0.25}));
  EXPECT_EQ(alibi_form_from_name("causal"), AlibiForm::causal);
  EXPECT_EQ(alibi_form_from_name("symmetric"), AlibiForm::symmetric);
  expect_error(ErrorCode::unknown_name, "form: expected \"causal\" or \"symmetric\", got \"both\"",
               [] { alibi_form_from_name("both"); });
}

TYPED_TEST(BiasOf, AfterACacheIsTheLastRowsOfTheWhole) {
  const Cells whole{7, 7}, last{3, 7, 4};
  const auto expect_last_rows = [](const Tensor<TypeParam>& bias, const Tensor<TypeParam>& rows) {
    ASSERT_EQ(shape_of(rows), (Shape{2, 3, 7}));
    for (std::size_t h = 0; h < 2; ++h) {
      for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 7; ++j) EXPECT_EQ(rows(h, i, j), bias(h, i + 4, j));
      }
    }
  };
  const auto slopes = alibi_slopes<TypeParam>(2);
  for (const AlibiForm form : {AlibiForm::causal, AlibiForm::symmetric}) {
    expect_last_rows(alibi(slopes, whole, form), alibi(slopes, last, form));
  }
  const auto clipped = random_tensor<TypeParam>({5, 2}, 1);
  expect_last_rows(relative_position_bias(clipped, whole), relative_position_bias(clipped, last));
  const auto buckets = random_tensor<TypeParam>({8, 2}, 2);
  expect_last_rows(t5_bias(buckets, whole, {true, 8, 6}), t5_bias(buckets, last, {true, 8, 6}));
}

TYPED_TEST(BiasOf, RelativePositionsShareARowFromTheClipOn) {
  const auto table = tensor<TypeParam>({5, 2}, {1, 10, 2, 20, 3, 30, 4, 40, 5, 50});
  expect_equal(relative_position_bias(table, {3, 5}),
               tensor<TypeParam>({2, 3, 5}, {3, 4, 5, 5, 5, 2, 3, 4, 5, 5, 1, 2, 3, 4, 5,  //
                                             30, 40, 50, 50, 50, 20, 30, 40, 50, 50, 10, 20, 30, 40, 50}));
  expect_equal(relative_position_bias(table, {1, 4, 6}), tensor<TypeParam>({2, 1, 4}, {1, 1, 1, 1, 10, 10, 10, 10}));
}

TYPED_TEST(BiasOf, RelativeKeysAreShawsVectorsAddedToTheKeys) {
  const auto q = random_tensor<TypeParam>({2, 3, 4, 5}, 3);
  const auto k = random_tensor<TypeParam>({2, 3, 7, 5}, 4);
  const auto table = random_tensor<TypeParam>({5, 5}, 5);
  const TypeParam scale = TypeParam(0.3);
  AttentionOptions<TypeParam> options;
  options.scale = scale;
  options.bias = relative_key_bias(q, table, scale, 7, 2);
  const auto scores = trace_attention(q, k, k, options).biased;
  ASSERT_EQ(shape_of(scores), (Shape{2, 3, 4, 7}));
  for (std::size_t n = 0; n < scores.size(); ++n) {
    const std::size_t j = n % 7, i = n / 7 % 4, h = n / 28 % 3, b = n / 84;
    const int distance = static_cast<int>(j) - static_cast<int>(i) - 2;
    const auto row = static_cast<std::size_t>(std::clamp(distance, -2, 2) + 2);
    double expected = 0;
    for (std::size_t c = 0; c < 5; ++c) {
      expected += double{q(b, h, i, c)} * (double{k(b, h, j, c)} + double{table(row, c)});
    }
    EXPECT_NEAR(scores(b, h, i, j), 0.3 * expected, 1e-5);
  }
}

TYPED_TEST(BiasOf, T5LooksItsBucketsUp) {
  const auto table = random_tensor<TypeParam>({8, 3}, 6);
  const T5Buckets buckets{false, 8, 20};
  const Cells cells{4, 30, 21};
  const auto bias = t5_bias(table, cells, buckets);
  const Indices of_cells = t5_bucket_cells(cells, buckets);
  ASSERT_EQ(shape_of(bias), (Shape{3, 4, 30}));
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t j = 0; j < 30; ++j) {
      const auto bucket = static_cast<std::size_t>(of_cells(i, j));
      for (std::size_t h = 0; h < 3; ++h) EXPECT_EQ(bias(h, i, j), table(bucket, h));
      const auto distance = static_cast<std::ptrdiff_t>(j) - static_cast<std::ptrdiff_t>(i) - 21;
      EXPECT_EQ(of_cells(i, j), t5_bucket(distance, buckets));
    }
  }
}

TYPED_TEST(BiasOf, ComposesWithVisibility) {
  const auto bias = alibi(tensor<TypeParam>({2}, {0.5, 0.25}), {2, 2});
  const auto composed = masked_bias(bias, mask({3, 1, 2, 2}, {1, 0, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1}));
  EXPECT_EQ(shape_of(composed), (Shape{3, 2, 2, 2}));
  expect_equal(composed, tensor<TypeParam>({3, 2, 2, 2}, {0,    -inf, -0.5, 0,    0,    -inf, -0.25, 0,     //
                                                          -inf, -inf, -inf, -inf, -inf, -inf, -inf,  -inf,  //
                                                          0,    0.5,  -0.5, 0,    0,    0.25, -0.25, 0}));
  expect_equal(masked_bias(tensor<TypeParam>({2}, {nan, 1}), mask({2}, {0, 1})), tensor<TypeParam>({2}, {-inf, 1}));
  expect_equal(bias_sum(tensor<TypeParam>({2, 1}, {1, 2}), tensor<TypeParam>({3}, {10, 20, 30})),
               tensor<TypeParam>({2, 3}, {11, 21, 31, 12, 22, 32}));
  EXPECT_EQ(shape_of(with_batch_axis(bias)), (Shape{1, 2, 2, 2}));
}

TYPED_TEST(BiasOf, GivesTheSameWeightsByMaskAndByVisibility) {
  const auto q = random_tensor<TypeParam>({2, 3, 4, 5}, 7), k = random_tensor<TypeParam>({2, 3, 6, 5}, 8);
  AttentionOptions<TypeParam> options;
  options.bias = alibi(alibi_slopes<TypeParam>(3), {4, 6, 2});
  options.visible = visible_and(causal(4, 6, 2), key_padding(mask({2, 6}, {1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 1, 1}), 4));
  const auto by_visibility = attention(q, k, k, options);
  options.bias = masked_bias(options.bias, options.visible);
  options.visible = {};
  expect_same_bits(attention(q, k, k, options), by_visibility);
}

TEST(Alibi, GivesTheWeightsOfThePaperAndNotTheirMirrorImage) {
  SoftmaxOptions options;
  options.visible = causal(3, 3);
  const Tensor<double> bias = alibi(tensor({1}, {0.5}), {3, 3});
  expect_near(masked_softmax(bias, options),
              tensor({1, 3, 3}, {1, 0, 0, 0.377541, 0.622459, 0, 0.186324, 0.307196, 0.50648}), 1e-6);
}

TEST(T5Bucket, IsThatOfTheReferenceCode) {
  // Where each bucket begins, for 32 buckets and distances up to 128: one direction, then the past of two.
  constexpr int one_way[] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                             16, 19, 21, 24, 27, 31, 35, 40, 46, 52, 59, 67, 77, 87, 99, 113};
  constexpr int two_way[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 23, 32, 46, 64, 91};
  int bucket = 0;
  for (int back = 0; back <= 300; ++back) {
    if (bucket + 1 < 32 && back == one_way[bucket + 1]) ++bucket;
    EXPECT_EQ(t5_bucket(-back, {false, 32, 128}), bucket) << back;
  }
  bucket = 0;
  for (int distance = 0; distance <= 300; ++distance) {
    if (bucket + 1 < 16 && distance == two_way[bucket + 1]) ++bucket;
    EXPECT_EQ(t5_bucket(-distance), bucket) << distance;
    EXPECT_EQ(t5_bucket(distance), distance == 0 ? 0 : bucket + 16) << distance;
  }
  EXPECT_EQ(t5_bucket(5, {false, 32, 128}), 0);
  EXPECT_EQ(t5_bucket(std::numeric_limits<std::ptrdiff_t>::min()), 15);
  EXPECT_EQ(t5_bucket(std::numeric_limits<std::ptrdiff_t>::max()), 31);
  EXPECT_EQ(t5_bucket(-1, {true, 4, 2}), 1);
  EXPECT_EQ(t5_bucket(-2000000000, {false, 2000000, 1000001}), 1999999);
}

TEST(T5Bucket, RefusesTooFewBucketsAndTooShortDistances) {
  expect_error(ErrorCode::out_of_range, "num_buckets: expected an even number from 4, got 2",
               [] { t5_bucket(0, {true, 2, 128}); });
  expect_error(ErrorCode::out_of_range, "num_buckets: expected an even number from 4, got 7",
               [] { t5_bucket_cells({2, 2}, {true, 7, 128}); });
  expect_error(ErrorCode::out_of_range, "num_buckets: expected at least 2, got 1",
               [] { t5_bucket(0, {false, 1, 128}); });
  expect_error(ErrorCode::out_of_range, "max_distance: expected more than 8, got 8",
               [] { t5_bucket(0, {true, 32, 8}); });
  expect_error(ErrorCode::out_of_range, "max_distance: expected more than 16, got 16",
               [] { t5_bias(tensor({32, 1}, std::vector<double>(32)), {2, 2}, {false, 32, 16}); });
}

TEST(Bias, RefusesShapesThatDoNotFit) {
  expect_error(ErrorCode::shape_mismatch, "slopes: expected shape [*], got [1,2]",
               [] { alibi(tensor({1, 2}, {1, 2}), {2, 2}); });
  expect_error(ErrorCode::not_finite, "slopes: expected finite numbers, got NaN at index [1]",
               [] { alibi(tensor({2}, {1, nan}), {2, 2}); });
  expect_error(ErrorCode::shape_mismatch, "table: expected an odd number of rows, 2c+1, got 2",
               [] { relative_position_bias(tensor({2, 1}, {1, 2}), {2, 2}); });
  expect_error(ErrorCode::shape_mismatch, "table: expected shape [*,*], got [3]",
               [] { relative_position_bias(tensor({3}, {1, 2, 3}), {2, 2}); });
  expect_error(ErrorCode::shape_mismatch, "table: expected shape [32,2], got [3,2]",
               [] { t5_bias(tensor({3, 2}, {1, 2, 3, 4, 5, 6}), {2, 2}); });
  const Tensor<double> q = random_tensor({1, 1, 2, 3}, 1);
  expect_error(ErrorCode::shape_mismatch, "q: expected shape [*,*,*,*], got [2,3]",
               [&] { relative_key_bias(reshaped(q, {2, 3}), tensor({1, 3}, {1, 2, 3}), 1.0, 2); });
  expect_error(ErrorCode::shape_mismatch, "table: expected shape [*,3], got [1,2]",
               [&] { relative_key_bias(q, tensor({1, 2}, {1, 2}), 1.0, 2); });
  expect_error(ErrorCode::not_finite, "scale: expected a finite number, got inf",
               [&] { relative_key_bias(q, tensor({1, 3}, {1, 2, 3}), inf, 2); });
  expect_error(ErrorCode::shape_mismatch, "b: expected a shape that broadcasts to [2], got [3]",
               [] { bias_sum(tensor({2}, {1, 2}), tensor({3}, {1, 2, 3})); });
  expect_error(ErrorCode::shape_mismatch, "visible: expected a shape that broadcasts to [2], got [3]",
               [] { masked_bias(tensor({2}, {1, 2}), mask({3}, {1, 1, 1})); });
  expect_error(ErrorCode::shape_mismatch, "bias: expected shape [*,*,*], got [2]",
               [] { with_batch_axis(tensor({2}, {1, 2})); });
}

TEST(Bias, RefusesTooLargeArraysBeforeMakingThem) {
  const std::string limit = ": expected at most 2147483648 bytes, got ";
  const Tensor<double> slopes = alibi_slopes<double>(8);
  expect_error(ErrorCode::too_large, "cells" + limit + "68719476736 bytes for the shape [8,32768,32768]",
               [&] { alibi(slopes, {32768, 32768}); });
  expect_error(ErrorCode::too_large, "cells" + limit + "17179869184 bytes for the shape [65536,65536]",
               [] { t5_bucket_cells({65536, 65536}); });
  expect_error(ErrorCode::too_large, "cells" + limit + "8000000000 bytes for the shape [1,1,1,1000000000]",
               [] { relative_key_bias(tensor({1, 1, 1, 1}, {1}), tensor({1, 1}, {1}), 1.0, 1000000000); });
  expect_error(ErrorCode::too_large, "slopes" + limit + "8000000000 bytes for the shape [1000000000]",
               [] { alibi_slopes<double>(1000000000); });
  const auto column = tensor({20000, 1}, std::vector<double>(20000)), row = reshaped(column, {1, 20000});
  expect_error(ErrorCode::too_large, "sum" + limit + "3200000000 bytes for the shape [20000,20000]",
               [&] { bias_sum(column, row); });
  expect_error(ErrorCode::too_large, "mask" + limit + "3200000000 bytes for the shape [20000,20000]",
               [&] { masked_bias(column, mask({1, 20000}, std::vector<int>(20000))); });
  expect_error(ErrorCode::out_of_range, "offset: expected -2^30 to 2^30, got 2147483648",
               [&] { alibi(slopes, {2, 2, 2147483648}); });
}

}  // namespace
}  // namespace maskscope
