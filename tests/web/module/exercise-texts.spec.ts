/** Whatever the core can name in an exercise has a text in both languages, for every seed. */
import { importSource } from '../../../web/plugins/project.ts';
import type { Exercise } from '../../../web/src/core';
import type * as AllModule from '../../../web/src/figures/exercises/texts/all';
import type * as FactsModule from '../../../web/src/figures/exercises/facts';
import type * as TypesModule from '../../../web/src/figures/exercises/texts/types';
import { expect, test } from '../playwright.ts';
import { core } from './module.ts';

const { exerciseTexts } = await importSource<typeof AllModule>('src/figures/exercises/texts/all.ts');
const { factsOf } = await importSource<typeof FactsModule>('src/figures/exercises/facts.ts');
const { told, optionText, mistakeText } = await importSource<typeof TypesModule>('src/figures/exercises/texts/types.ts');

const languages = ['zh', 'en'] as const;
const numbers = [1, 2, 3, 4, 5, 6];
const seeds = Array.from({ length: 51 }, (_, seed) => seed);

/** Which mistakes belong to which part: the core names those of an exercise together. Choices: `chose_` and the option. */
const mistakes: Record<number, Record<string, string>> = {
  1: {
    allowed: 'diagonal_dropped triangle_reversed causal_rule_forgotten padding_rule_forgotten both_rules_forgotten padding_blocked_as_rows '
      + 'padding_key_marked blocked_cells_marked target_readable diagonal_only bos_key_blocked nothing_marked',
    scored: 'padding_target_scored first_padding_target_scored eos_not_scored bos_slot_not_scored shifted_by_one bos_and_eos_not_scored '
      + 'padding_slots_ticked nothing_ticked',
  },
  2: {
    mixture: 'causal_output_given unmasked_mixture remainder_spread_uniform remainder_spread_on_blocked values_averaged_equally '
      + 'values_summed_without_weights scores_used_as_weights keys_reversed',
    weight_sum: 'assumed_to_sum_to_one removed_weight_given weights_averaged visible_keys_counted mixture_coordinates_added',
    causal_output: 'masked_after_softmax unmasked_mixture remainder_spread_uniform values_averaged_equally values_summed_without_weights '
      + 'diagonal_dropped triangle_reversed',
  },
  3: {
    weights: 'kept_ratio_99 weights_swapped divided_by_ratio_not_sum not_normalised scores_as_weights ratio_taken_as_score causal_weights',
    leak_probability: 'weight_for_probability kept_ratio_99 weights_swapped divided_by_ratio_not_sum wrong_label_probability causal_probability_given',
    leak_loss: 'bits_not_nats log10_not_ln sign_dropped probability_not_loss exp_instead_of_log one_minus_probability summed_not_averaged '
      + 'weight_for_probability wrong_label_loss kept_ratio_99 weights_swapped causal_loss_given',
    causal_probability: 'leak_probability_given masked_after_softmax weight_for_probability old_weight_for_probability wrong_certainty',
    causal_loss: 'leak_loss_given masked_after_softmax bits_not_nats log10_not_ln sign_dropped probability_not_loss exp_instead_of_log summed_not_averaged',
  },
  4: {
    joined: 'heads_not_swapped heads_averaged wrong_query_row causal_rule_forgotten diagonal_dropped input_row_swapped',
    output: 'output_unchanged output_columns_swapped output_coordinates_swapped w_o_transposed projection_skipped heads_averaged wrong_query_row '
      + 'causal_rule_forgotten diagonal_dropped',
    repaired_w_o: 'w_o_unchanged columns_swapped rows_and_columns_swapped w_o_transposed permutation_matrix second_column_negated',
  },
  5: {
    visible_count: 'diagonal_counted all_keys_counted future_keys_counted',
    denominator: 'diagonal_counted all_keys_counted blocked_score_taken_as_zero',
    policy_output: 'zeros_policy_output causal_output_given values_summed_without_weights own_key_left_out unmasked_mixture',
    correct_output: 'uniform_policy_output zeros_policy_output unmasked_mixture masked_after_softmax wrong_query_row',
  },
  6: {
    not_excluded: 'all_ticked nothing_ticked complement_ticked falling_loss_proves_mask only_mask_faults only_triangle_faults '
      + 'shape_check_not_trusted falling_loss_not_trusted',
    still_open: 'all_ticked nothing_ticked complement_ticked probe_proves_generalisation probe_proves_clean_data probe_sees_earlier_fields '
      + 'probe_misses_masks only_generalisation_open',
  },
};

const mistakesOf = (exercise: Exercise, part: string): string[] => {
  const { kind, options } = exercise.parts.find(({ id }) => id === part)!;
  return kind === 'choice' ? options.map((option) => `chose_${option}`) : mistakes[exercise.number]![part]!.split(' ');
};

const format = (x: number): string => String(x);

/** Every text of an exercise, with what it is called. */
function textsOf(exercise: Exercise, language: (typeof languages)[number]): [name: string, text: string | undefined][] {
  const say = exerciseTexts(exercise.number, language);
  const facts = factsOf(core, exercise, format);
  return [
    ['title', say.title],
    ['intro', told(say.intro, facts)],
    ...exercise.givens.filter(({ value }) => value.data.length > 1).map(({ id }): [string, string | undefined] => [id, say.givens[id]?.title]),
    ...exercise.parts.flatMap(({ id, kind, shape, options }): [string, string | undefined][] => {
      const part = say.parts[id];
      if (!part) return [[id, undefined]];
      const elements = part.elements?.(facts);
      const count = shape.reduce((size, length) => size * length, 1);
      const needed = ['numbers', 'matrix'].includes(kind) ? Array.from({ length: count }, (_, i) => elements?.[i]) : [];
      const right = kind === 'choice' ? `chose_${options[Array.from(core.referenceAnswer(exercise.number, exercise.seed, id).data).indexOf(1)]}` : '';
      return [
        [`${id}: question`, told(part.question, facts)],
        [`${id}: reasoning`, told(part.reasoning, facts)],
        ...part.hints.map((hint, i): [string, string] => [`${id}: hint ${i + 1}`, told(hint, facts)]),
        ...needed.map((name, i): [string, string | undefined] => [`${id}: element ${i + 1}`, name]),
        ...options.map((option): [string, string | undefined] => [`${id}: ${option}`, optionText(part, option, facts)]),
        ...mistakesOf(exercise, id).filter((mistake) => mistake !== right)
          .map((mistake): [string, string | undefined] => [`${id}: ${mistake}`, mistakeText(say, id, mistake, facts)]),
      ];
    }),
  ];
}

/** Which texts of an exercise fail a rule. One expectation a test: thousands of them would take minutes. */
function failing(number: number, among: number[], language: (typeof languages)[number], fails: (text: string | undefined) => boolean): string[] {
  return among.flatMap((seed) => textsOf(core.exercise(number, seed), language)
    .filter(([, text]) => fails(text)).map(([name, text]) => `seed ${seed}, ${name}: ${text}`));
}

for (const number of numbers) {
  for (const language of languages) {
    test(`exercise ${number} has every text in ${language}, for seeds 0 to 50`, () => {
      expect(failing(number, seeds, language, (text) => !text?.trim() || /undefined|NaN|\[object/.test(text))).toEqual([]);
    });
  }

  test(`the mistakes that the core names in exercise ${number} are those that have texts, no more and no fewer`, () => {
    const named = new Set(seeds.flatMap((seed) => core.mistakeIds(number, seed)));
    const own = core.exercise(number, 0);
    const listed = new Set(own.parts.flatMap(({ id }) => mistakesOf(own, id)));
    expect([...named].filter((id) => !listed.has(id)), 'not listed in this test').toEqual([]);
    expect([...listed].filter((id) => !named.has(id) && !id.startsWith('chose_')), 'listed, but the core never names them').toEqual([]);
    for (const language of languages) {
      const say = exerciseTexts(number, language);
      const written = [say.mistakes ?? {}, ...Object.values(say.parts).map((part) => part.mistakes)].flatMap(Object.keys);
      expect(written.filter((id) => !named.has(id)), `${language}: texts for nothing`).toEqual([]);
    }
  });

  test(`exercise ${number} has the same texts in both languages, and one or two hints a part`, () => {
    const [zh, en] = languages.map((language) => exerciseTexts(number, language));
    const outline = (say: typeof zh): unknown => ({
      givens: Object.keys(say!.givens), mistakes: Object.keys(say!.mistakes ?? {}),
      parts: Object.entries(say!.parts).map(([id, part]) => [id, part.hints.length, Object.keys(part.mistakes), Object.keys(part)]),
    });
    expect(outline(zh)).toEqual(outline(en));
    expect(Object.keys(zh!.parts)).toEqual(core.exercise(number, 0).parts.map(({ id }) => id));
    for (const { hints } of Object.values(zh!.parts)) expect([1, 2]).toContain(hints.length);
  });

  test(`exercise ${number} tells its single numbers, whatever the seed`, () => {
    const untold = seeds.flatMap((seed) => {
      const exercise = core.exercise(number, seed);
      return languages.flatMap((language) => {
        const asked = textsOf(exercise, language).filter(([name]) => /intro|question/.test(name)).map(([, text]) => text).join(' ');
        return exercise.givens.filter(({ value }) => value.data.length === 1 && !new RegExp(`(?<![\\d.])${value.data[0]}(?!\\.?\\d)`).test(asked))
          .map(({ id }) => `seed ${seed}, ${language}: ${id}`);
      });
    });
    expect(untold).toEqual([]);
  });

  test(`exercise ${number} keeps to the habits of each language`, () => {
    expect(failing(number, [0, 1, 2], 'zh', (text) => /\p{Script=Han}`? ?[,.;:?!]|[,;:?!] ?`?\p{Script=Han}/u.test(text!))).toEqual([]);
    expect(failing(number, [0, 1, 2], 'en', (text) => /\p{Script=Han}|[，。；：？！（）]|'/u.test(text!))).toEqual([]);
  });
}

for (const number of [1, 6]) {
  test(`whatever is ticked in exercise ${number}, a mistake that is named has a text`, () => {
    const silent = seeds.slice(0, 12).flatMap((seed) => {
      const exercise = core.exercise(number, seed);
      const facts = factsOf(core, exercise, format);
      return exercise.parts.filter(({ kind }) => kind === 'flags').flatMap((part) =>
        Array.from({ length: 2 ** part.options.length }, (_, ticks) => {
          const data = Float64Array.from(part.options, (_, i) => (ticks >> i) & 1);
          const { verdict, mistake } = core.grade(number, seed, part.id, { shape: part.shape, data });
          const said = verdict !== 'known_mistake' || languages.every((language) => mistakeText(exerciseTexts(number, language), part.id, mistake, facts));
          return said ? [] : [`seed ${seed}, ${part.id}: ${mistake}`];
        }).flat());
    });
    expect(silent).toEqual([]);
  });
}
