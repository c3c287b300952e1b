// Exports: who may read what, and how other libraries spell it.

#include "expose.hpp"
#include "maskscope/masks/conventions.hpp"
#include "maskscope/masks/visibility.hpp"
#include "options.hpp"
#include "write.hpp"

namespace maskscope::bindings {
namespace {

val causal_export(const val& queries, const val& keys, const val& offset) {
  return write(causal(read_length("queries", queries), read_length("keys", keys),
                      offset.isUndefined() ? 0 : read_int("offset", offset)));
}

val valid_from_lengths_export(const val& lengths, const val& positions) {
  return write(valid_from_lengths(read_lengths("lengths", lengths), read_length("positions", positions)));
}

val valid_from_token_ids_export(const val& ids, const val& pad_id) {
  return write(valid_from_token_ids(*read_indices("ids", ids), read_int("padId", pad_id)));
}

val valid_from_embeddings_export(const val& x, const val& pad_value) {
  return write(valid_from_embeddings(*read_tensor("x", x), read_number("padValue", pad_value)));
}

val key_padding_export(const val& valid_keys, const val& queries) {
  return write(key_padding(*read_mask("validKeys", valid_keys), read_length("queries", queries)));
}

val scored_targets_export(const val& valid_queries, const val& targets, const val& ignored_id) {
  return write(scored_targets(*read_mask("validQueries", valid_queries), *read_indices("targets", targets),
                              read_int("ignoredId", ignored_id)));
}

val visible_and_export(const val& a, const val& b) { return write(visible_and(*read_mask("a", a), *read_mask("b", b))); }
val visible_or_export(const val& a, const val& b) { return write(visible_or(*read_mask("a", a), *read_mask("b", b))); }
val visible_not_export(const val& a) { return write(visible_not(*read_mask("a", a))); }

val explain_visibility_export(const val& valid, const val& rules) {
  Options given("rules", rules);
  VisibilityRules read;
  read.causal = read_bool("rules.causal", given["causal"]);
  read.padding = read_bool("rules.padding", given["padding"]);
  const val overrides = given["overrides"];
  if (!overrides.isUndefined()) read.overrides = *read_indices("rules.overrides", overrides);
  given.refuse_others();
  const ExplainedVisibility explained = explain_visibility(*read_mask("valid", valid), read);
  return Object().set("visible", explained.visible).set("reasons", explained.reasons);
}

val visible_by_position_export(const val& rule, const val& queries, const val& keys) {
  Options given("rule", rule);
  PositionRule read;
  read_position_rule(read, given);
  // attention's options have a rule among them
  for (const char* other : {"visible", "validQueries", "emptyRow", "scale", "softcap", "bias"}) given[other];
  given.refuse_others();
  return write(visible_by_position(read, read_length("queries", queries), read_length("keys", keys)));
}

val count_visible_export(const val& visible) {
  const VisibilityCounts counts = count_visible(*read_mask("visible", visible));
  return Object()
      .set("cells", counts.cells)
      .set("visible", counts.visible)
      .set("emptyRows", counts.empty_rows);
}

val to_sdpa_mask_export(const val& visible) { return write(to_sdpa_mask(*read_mask("visible", visible))); }
val from_sdpa_mask_export(const val& attn_mask) { return write(from_sdpa_mask(*read_mask("attnMask", attn_mask))); }

val to_mha_attn_mask_export(const val& visible, const val& num_heads) {
  return write(to_mha_attn_mask(*read_mask("visible", visible), read_length("numHeads", num_heads)));
}

val from_mha_attn_mask_export(const val& attn_mask, const val& num_heads) {
  return write(from_mha_attn_mask(*read_mask("attnMask", attn_mask), read_length("numHeads", num_heads)));
}

val to_key_padding_mask_export(const val& valid_keys) {
  return write(to_key_padding_mask(*read_mask("validKeys", valid_keys)));
}

val from_key_padding_mask_export(const val& key_padding_mask) {
  return write(from_key_padding_mask(*read_mask("keyPaddingMask", key_padding_mask)));
}

val to_additive_mask_export(const val& visible) {
  return write(to_additive_mask<double>(*read_mask("visible", visible)));
}

val from_additive_mask_export(const val& mask) { return write(from_additive_mask(*read_tensor("mask", mask))); }

val to_attention_mask_export(const val& valid_keys) {
  return write(to_attention_mask(*read_mask("validKeys", valid_keys)));
}

val from_attention_mask_export(const val& attention_mask) {
  return write(from_attention_mask(*read_indices("attentionMask", attention_mask)));
}

EMSCRIPTEN_BINDINGS(masks) {
  expose<causal_export>("causal");
  expose<valid_from_lengths_export>("validFromLengths");
  expose<valid_from_token_ids_export>("validFromTokenIds");
  expose<valid_from_embeddings_export>("validFromEmbeddings");
  expose<key_padding_export>("keyPadding");
  expose<scored_targets_export>("scoredTargets");
  expose<visible_and_export>("visibleAnd");
  expose<visible_or_export>("visibleOr");
  expose<visible_not_export>("visibleNot");
  expose<explain_visibility_export>("explainVisibility");
  expose<visible_by_position_export>("visibleByPosition");
  expose<count_visible_export>("countVisible");
  expose<to_sdpa_mask_export>("toSdpaMask");
  expose<from_sdpa_mask_export>("fromSdpaMask");
  expose<to_mha_attn_mask_export>("toMhaAttnMask");
  expose<from_mha_attn_mask_export>("fromMhaAttnMask");
  expose<to_key_padding_mask_export>("toKeyPaddingMask");
  expose<from_key_padding_mask_export>("fromKeyPaddingMask");
  expose<to_additive_mask_export>("toAdditiveMask");
  expose<from_additive_mask_export>("fromAdditiveMask");
  expose<to_attention_mask_export>("toAttentionMask");
  expose<from_attention_mask_export>("fromAttentionMask");
}

}  // namespace
}  // namespace maskscope::bindings
