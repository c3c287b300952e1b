import type { Language } from '../../../language';
import type { ExerciseTexts } from './types';

const zh: ExerciseTexts = {
  title: '交换两个头',
  intro: '两个宽度为 1 的头读同一份输入 `X`，都用因果规则。每个头的查询、键、值用同一个投影：头 1 用 `W_1`，头 2 用 `W_2`。两个头的输出拼接成 `J`，再乘 `W_O` 得到 `Y`。现在把两个头的位置交换：头 2 的输出放在前面，头 1 的放在后面。',
  givens: {
    X: { title: '输入 X', name: 'X', rowAxis: '位置', columnAxis: '坐标' },
    W_1: { title: '头 1 的投影 W₁', name: 'W_1', rowAxis: '坐标', columnAxis: '头', columns: () => ['1'] },
    W_2: { title: '头 2 的投影 W₂', name: 'W_2', rowAxis: '坐标', columnAxis: '头', columns: () => ['2'] },
    J: { title: '交换前的 J', name: 'J', rowAxis: '位置', columnAxis: '头' },
    W_O: { title: '输出投影 W_O', name: 'W_O', rowAxis: '头', columnAxis: '输出' },
  },
  mistakes: {
    heads_averaged: '你把两个头求了平均。拼接只是把两个输出并排放好，不做平均。',
    wrong_query_row: (facts) => `这是另一个位置的结果。请看位置 ${facts.value('position')} 的那一行。`,
    causal_rule_forgotten: '你让查询读了后面的位置。两个头都用因果规则，只能读自己和前面的位置。',
    diagonal_dropped: '你把对角线也屏蔽了。查询所在位置的输入是已知的，可以读。',
    w_o_transposed: '你用的是 `W_O` 的转置。`J` 的一行从左边乘 `W_O`：每个头乘 `W_O` 的一行。',
  },
  parts: {
    joined: {
      question: (facts) => `交换以后，\`J\` 的第 ${facts.value('position')} 行是什么？`,
      elements: () => ['前', '后'],
      hints: [
        '每个头各算各的，交换不影响它们算出的数，只影响摆放的次序。',
        (facts) => `看交换前的 \`J\` 的第 ${facts.value('position')} 行，哪个数来自头 2？它现在应当放在前面。`,
      ],
      reasoning: (facts) => `头的输出没有变，变的是次序：交换前第 ${facts.value('position')} 行是 [${facts.rows('J')[Number(facts.value('position')) - 1]!.join(', ')}]，现在把两个数对调。`,
      mistakes: {
        heads_not_swapped: '这是交换之前的那一行。现在头 2 的输出在前，头 1 的在后。',
        input_row_swapped: '你对调的是 `X` 的坐标。要对调的是两个头的输出，它们是经过注意力混合得到的，不是输入本身。',
      },
    },
    output: {
      question: (facts) => `\`W_O\` 不动。\`Y\` 的第 ${facts.value('position')} 行变成什么？`,
      elements: () => ['坐标 1', '坐标 2'],
      hints: [
        '`Y` 的一行等于 `J` 的同一行乘 `W_O`。用交换以后的那一行。',
        '第一个数乘 `W_O` 的第 1 行，第二个数乘第 2 行，再相加。',
      ],
      reasoning: (facts) => `${facts.reference('joined')[0]} × [${facts.rows('W_O')[0]!.join(', ')}] + ${facts.reference('joined')[1]} × [${facts.rows('W_O')[1]!.join(', ')}]。每个头现在乘上了原来属于另一个头的那一行。`,
      mistakes: {
        output_unchanged: '这是原来的输出。头没有交换，或者 `W_O` 的行也跟着交换了，才会这样。这一问里头换了，`W_O` 没有动。',
        output_columns_swapped: '你把 `W_O` 的列对调了。`W_O` 请保持原样。',
        output_coordinates_swapped: '你只是把原来输出的两个坐标对调了。对调的是头，它们还要乘 `W_O`，结果不是输出的对调。',
        projection_skipped: '这是拼接的那一行，还没有乘 `W_O`。',
      },
    },
    repaired_w_o: {
      question: '头保持交换后的次序。把 `W_O` 改成什么，无论输入是什么，都能得回原来的 `Y`？',
      elements: () => ['第 1 行第 1 列', '第 1 行第 2 列', '第 2 行第 1 列', '第 2 行第 2 列'],
      hints: [
        '`W_O` 的每一行对应一个头。头 2 的输出现在排在前面，它应当乘哪一行？',
        '让每个头重新乘上它原来的那一行。',
      ],
      reasoning: '把 `W_O` 的两行对调。这样每个头的输出仍乘原来的系数，两份贡献之和不变，所以对任何输入都成立。',
      mistakes: {
        w_o_unchanged: '这是原来的 `W_O`。头换了次序，它的行也要跟着换，否则每个头会乘上别人的系数。',
        columns_swapped: '你对调的是列。列对应输出的坐标，行对应头；换了次序的是头，所以要对调行。',
        rows_and_columns_swapped: '行的对调是对的，但列也换了，输出的两个坐标会互换。列请保持原样。',
        permutation_matrix: '这是表示“对调”的矩阵本身。还要让它作用到 `W_O` 上：结果是把 `W_O` 的两行对调。',
        second_column_negated: '你把输出的第二个坐标变了号。对本章的 `W_O` 碰巧有用，那只是因为它的两行恰好这样相配。普遍的办法是对调两行。',
      },
    },
  },
};

const en: ExerciseTexts = {
  title: 'Two heads change places',
  intro: 'Two heads of width 1 read the same input `X` under the causal rule. In each head, queries, keys and values use one projection: `W_1` in head 1, `W_2` in head 2. The outputs of the heads are joined side by side to `J`, and `J` times `W_O` gives `Y`. Now the heads change places: the output of head 2 comes first, that of head 1 second.',
  givens: {
    X: { title: 'Input X', name: 'X', rowAxis: 'position', columnAxis: 'coordinate' },
    W_1: { title: 'Projection of head 1, W₁', name: 'W_1', rowAxis: 'coordinate', columnAxis: 'head', columns: () => ['1'] },
    W_2: { title: 'Projection of head 2, W₂', name: 'W_2', rowAxis: 'coordinate', columnAxis: 'head', columns: () => ['2'] },
    J: { title: 'J before the swap', name: 'J', rowAxis: 'position', columnAxis: 'head' },
    W_O: { title: 'Output projection W_O', name: 'W_O', rowAxis: 'head', columnAxis: 'output' },
  },
  mistakes: {
    heads_averaged: 'You averaged the two heads. Joining only places their outputs side by side; nothing is averaged.',
    wrong_query_row: (facts) => `This belongs to another position. Look at the row of position ${facts.value('position')}.`,
    causal_rule_forgotten: 'You let the query read later positions. Both heads follow the causal rule: a query reads itself and what came before.',
    diagonal_dropped: 'You blocked the diagonal too. The input at the query’s own position is known, so it may be read.',
    w_o_transposed: 'You used the transpose of `W_O`. A row of `J` multiplies `W_O` from the left: each head multiplies one row of `W_O`.',
  },
  parts: {
    joined: {
      question: (facts) => `What is row ${facts.value('position')} of \`J\` after the swap?`,
      elements: () => ['first', 'second'],
      hints: [
        'Each head computes by itself. The swap changes where its output is placed, not the number.',
        (facts) => `In row ${facts.value('position')} of the old \`J\`, which number comes from head 2? It now comes first.`,
      ],
      reasoning: (facts) => `The outputs of the heads are the same; their order changed. Row ${facts.value('position')} was [${facts.rows('J')[Number(facts.value('position')) - 1]!.join(', ')}], and its two numbers change places.`,
      mistakes: {
        heads_not_swapped: 'This is the row before the swap. Now the output of head 2 comes first and that of head 1 second.',
        input_row_swapped: 'You exchanged the coordinates of `X`. What changes places are the outputs of the heads, which are mixtures made by attention, not the inputs.',
      },
    },
    output: {
      question: (facts) => `\`W_O\` stays as it is. What does row ${facts.value('position')} of \`Y\` become?`,
      elements: () => ['coordinate 1', 'coordinate 2'],
      hints: [
        'A row of `Y` is the same row of `J` times `W_O`. Use the row after the swap.',
        'The first number multiplies row 1 of `W_O`, the second multiplies row 2; add the two.',
      ],
      reasoning: (facts) => `${facts.reference('joined')[0]} × [${facts.rows('W_O')[0]!.join(', ')}] + ${facts.reference('joined')[1]} × [${facts.rows('W_O')[1]!.join(', ')}]. Each head now meets the row that belonged to the other head.`,
      mistakes: {
        output_unchanged: 'This is the old output. It comes out if the heads stay in place, or if the rows of `W_O` change places along with them. Here the heads are swapped and `W_O` is not.',
        output_columns_swapped: 'You exchanged the columns of `W_O`. Leave `W_O` as it is.',
        output_coordinates_swapped: 'You only exchanged the two coordinates of the old output. The heads changed places before `W_O`, and the result is not the old output turned round.',
        projection_skipped: 'This is the joined row; it still has to be multiplied by `W_O`.',
      },
    },
    repaired_w_o: {
      question: 'The heads stay swapped. Which `W_O` gives back the old `Y`, whatever the input?',
      elements: () => ['row 1, column 1', 'row 1, column 2', 'row 2, column 1', 'row 2, column 2'],
      hints: [
        'Each row of `W_O` belongs to one head. The output of head 2 now comes first: which row should it meet?',
        'Let each head meet its own old row again.',
      ],
      reasoning: 'Exchange the two rows of `W_O`. Each head then multiplies its old coefficients, so the sum of the two contributions is the same for every input.',
      mistakes: {
        w_o_unchanged: 'This is the old `W_O`. The heads changed places, so its rows have to follow; otherwise each head meets the other’s coefficients.',
        columns_swapped: 'You exchanged the columns. Columns belong to the output coordinates and rows to the heads; the heads moved, so exchange the rows.',
        rows_and_columns_swapped: 'The rows are right, but the columns moved too, which exchanges the two output coordinates. Leave the columns in place.',
        permutation_matrix: 'This matrix is the exchange itself. Apply it to `W_O`: the result is `W_O` with its two rows exchanged.',
        second_column_negated: 'You flipped the sign of the second output coordinate. For the chapter’s `W_O` that happens to work, because its two rows differ just so. What always works is exchanging the rows.',
      },
    },
  },
};

export const exercise4: Record<Language, ExerciseTexts> = { zh, en };
