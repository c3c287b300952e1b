// Exports: weights to begin with, the variance of scores, and the width of heads.

#include "expose.hpp"
#include "maskscope/attention/initialisation.hpp"
#include "options.hpp"
#include "write.hpp"

namespace maskscope::bindings {
namespace {

val normal_tensor_export(const val& shape, const val& deviation, const val& seed) {
  return write(normal_tensor<double>(read_lengths("shape", shape), read_number("deviation", deviation),
                                     read_seed("seed", seed)));
}

val initial_parameters_export(const val& weights) {
  Options given("weights", weights);
  InitialWeights read;
  given.read(read.model_width, "modelWidth", read_length);
  given.read(read.num_heads, "numHeads", read_length);
  given.read(read.head_width, "headWidth", read_length);
  given.read(read.deviation, "deviation", read_number);
  given.read(read.seed, "seed", read_seed);
  given.refuse_others();
  return write(initial_parameters<double>(read));
}

ScoreSetup read_score_setup(const val& setup) {
  Options given("setup", setup);
  ScoreSetup read;
  given.read(read.model_width, "modelWidth", read_length);
  given.read(read.head_width, "headWidth", read_length);
  given.read(read.input_deviation, "inputDeviation", read_number);
  given.read(read.weight_deviation, "weightDeviation", read_number);
  given.refuse_others();
  return read;
}

val write_variance(const ScoreVariance& variance) {
  return Object()
      .set("coordinate", variance.coordinate)
      .set("unscaled", variance.unscaled)
      .set("scaled", variance.scaled);
}

val expected_score_variance_export(const val& setup) {
  return write_variance(expected_score_variance(read_score_setup(setup)));
}

val sampled_score_variance_export(const val& setup, const val& positions, const val& seed) {
  return write_variance(sampled_score_variance(read_score_setup(setup), read_length("positions", positions),
                                               read_seed("seed", seed)));
}

val rule_of_thumb_head_width_export(const val& model_width, const val& num_heads) {
  return write(rule_of_thumb_head_width(read_index("modelWidth", model_width), read_index("numHeads", num_heads)));
}

val head_cost_export(const val& setup, const val& dtype) {
  Options given("setup", setup);
  HeadSetup read;
  given.read(read.batch, "batch", read_index);
  given.read(read.positions, "positions", read_index);
  given.read(read.model_width, "modelWidth", read_index);
  given.read(read.num_heads, "numHeads", read_index);
  given.read(read.head_width, "headWidth", read_index);
  given.refuse_others();
  const HeadCost cost = head_cost(read, read_string("dtype", dtype));
  return Object()
      .set("innerWidth", number_of(cost.inner_width))
      .set("parameters", number_of(cost.parameters))
      .set("projectionMultiplyAdds", number_of(cost.projection_multiply_adds))
      .set("attentionMultiplyAdds", number_of(cost.attention_multiply_adds))
      .set("scores", number_of(cost.scores))
      .set("scoreBytes", number_of(cost.score_bytes));
}

EMSCRIPTEN_BINDINGS(initialisation) {
  expose<normal_tensor_export>("normalTensor");
  expose<initial_parameters_export>("initialParameters");
  expose<expected_score_variance_export>("expectedScoreVariance");
  expose<sampled_score_variance_export>("sampledScoreVariance");
  expose<rule_of_thumb_head_width_export>("ruleOfThumbHeadWidth");
  expose<head_cost_export>("headCost");
}

}  // namespace
}  // namespace maskscope::bindings
