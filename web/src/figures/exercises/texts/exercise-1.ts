import type { Language } from '../../../language';
import type { Facts } from '../facts';
import type { ExerciseTexts } from './types';

const slot = (option: string): number => Number(option.replace('slot_', ''));

/** The token of a slot whose number is given as text. */
const tokenAt = ({ tokens }: Facts, position: string): string => tokens[Number(position) - 1]!;

const zh: ExerciseTexts = {
  title: '谁可以读什么，哪些目标计分',
  intro: '下面是一条带填充的记录。BOS 表示开头，EOS 表示结尾，PAD 是补齐长度用的占位符。目标是输入错开一位的结果：在每个槽位，模型已知这个槽位的输入，要预测它后面的词元。',
  givens: {},
  parts: {
    allowed: {
      question: '因果规则和填充规则同时使用。每个查询可以读哪些键？点出所有可以读的格子。PAD 查询的输出不使用，所以它那一行只检查 PAD 键是否留空，其余格子点不点都行。',
      hints: [
        '一行一行地想。查询 `i` 可以读键 `j`，要同时满足两条：`j` 不在 `i` 之后；`j` 是真实的位置。',
        '自己那个位置的输入是已知的，所以对角线属于“不在之后”。PAD 键占一整列，这一列里哪个查询都不能读它。',
      ],
      reasoning: '因果规则留下对角线及其左边的格子，填充规则再去掉 PAD 键所在的列。两条都满足的格子才可以读。PAD 查询那一行不使用，按约定输出零向量，所以这里显示为空。',
      mistakes: {
        diagonal_dropped: '你把对角线也去掉了，这是严格三角。查询所在位置的输入是已知的，要预测的是它后面的词元，所以应当把对角线点上。',
        triangle_reversed: '三角的方向反了：你让每个查询读自己和后面，却读不到前面。行是查询，列是键，可以读的格子在对角线及其左边。',
        causal_rule_forgotten: '你只用了填充规则：每个查询都读到了所有真实的键，包括还没有出现的。请再用因果规则，去掉对角线右边的格子。',
        padding_rule_forgotten: '因果三角是对的，但 PAD 键还留着。PAD 不是真实内容，它那一列谁都不能读，PAD 查询自己也不例外。',
        both_rules_forgotten: '你把所有格子都点上了，两条规则都没有用。先去掉 PAD 键的列，再去掉对角线右边的格子。',
        padding_blocked_as_rows: '你屏蔽的是 PAD 查询的行，不是 PAD 键的列，而且没有用因果规则。填充规则管的是哪些键不能提供内容，所以要屏蔽列；再去掉对角线右边的格子。',
        padding_key_marked: '真实的键都对了，但还有 PAD 键被点上。占位符不提供内容，PAD 那一列要全部留空。',
        blocked_cells_marked: '你点出的正好是被屏蔽的格子。本页里点上表示“可以读”，请全部反过来。',
        target_readable: '多走了一步：每个查询还读到了后面一个位置，而那正是它要预测的词元。可以读的范围到对角线为止。',
        diagonal_only: '每个查询只读了自己。因果规则并不禁止过去，对角线左边的真实位置也可以读。',
        bos_key_blocked: '你把 BOS 当成不能读的了。BOS 是真实的输入，它后面的每个查询都可以读它，它自己也可以。',
        nothing_marked: '还没有点任何格子。先从查询 1 开始：它可以读自己。',
      },
    },
    scored: {
      question: '哪些槽位的目标要计分？',
      options: (option, { tokens, targets }) => {
        const at = slot(option) - 1;
        const target = targets[at] === 'ignored' ? '忽略' : targets[at];
        return `槽位 ${at + 1}：输入 ${tokens[at]}，目标 ${target}`;
      },
      hints: [
        '看目标，不看输入。目标是一个要学会预测的词元，就计分。',
        'EOS 也是要预测的：模型得学会在哪里结束。占位符不是要学会预测的东西。',
      ],
      reasoning: '每个真实槽位都有一个真实的目标，最后一个真实槽位的目标是 EOS，这些都计分。PAD 槽位的目标是“忽略”，不计分。',
      mistakes: {
        padding_target_scored: '你把“忽略”的目标也算进去了。占位符不是模型要学会预测的词元，请去掉 PAD 槽位。',
        first_padding_target_scored: '多选了第一个 PAD 槽位。最后一个真实词元后面该结束，这已经由目标 EOS 表示；PAD 槽位自己的目标是“忽略”。',
        eos_not_scored: '漏了目标是 EOS 的槽位。在哪里结束也是要学会预测的，它要计分。',
        bos_slot_not_scored: '漏了 BOS 槽位。BOS 自己不用预测，但这个槽位的目标是第一个词，要计分。',
        shifted_by_one: '你选的槽位都往右偏了一位。目标已经写在预测它的那个槽位上，不用再错开一次。',
        bos_and_eos_not_scored: '你只留下了输入和目标都是普通词的槽位。BOS 槽位要预测第一个词，最后一个真实槽位要预测 EOS，这两个都计分。',
        padding_slots_ticked: '正好选反了：你选的是“忽略”的目标。请改选其余的槽位。',
        nothing_ticked: '一个都没有选。如果没有任何计分的目标，平均损失就无从谈起。请找出目标是真实词元的槽位。',
      },
    },
    diagonal: {
      question: (facts) => `看槽位 ${facts.value('position')}，它的输入是 ${tokenAt(facts, facts.value('position'))}。两条规则同时使用时，这个查询可以读自己的键吗，也就是对角线上的这一格允许吗？`,
      options: { yes: '可以', no: '不可以' },
      hints: [
        '两条规则分别检查：这个键在不在查询之后？这个键是不是真实的位置？',
        '因果规则总是允许对角线。所以只剩一个问题：这个槽位是真实的，还是 PAD？',
      ],
      reasoning: (facts) => (tokenAt(facts, facts.value('position')) === 'PAD'
        ? `槽位 ${facts.value('position')} 是 PAD。因果规则允许对角线，填充规则却不允许任何查询读 PAD 键，所以不可以。`
        : `槽位 ${facts.value('position')} 的输入 ${tokenAt(facts, facts.value('position'))} 是真实的，而且已经知道；要预测的是它后面的 ${facts.targets[Number(facts.value('position')) - 1]}。所以可以。`),
      mistakes: {
        chose_yes: '因果规则确实允许对角线，但这个槽位是 PAD。占位符的键谁都不能读，它自己也不能。',
        chose_no: '这个槽位的输入是真实的，而且已经知道。目标已经错开一位，读自己并不会看到答案，所以可以读。',
      },
    },
  },
};

const en: ExerciseTexts = {
  title: 'Who may read what, and which targets are scored',
  intro: 'Here is a record with padding. BOS marks the beginning, EOS the end, and PAD is a placeholder that fills up the length. The targets are the inputs shifted by one: at each slot the model knows the input of that slot and has to predict the token after it.',
  givens: {},
  parts: {
    allowed: {
      question: 'The causal rule and the padding rule apply together. Which keys may each query read? Mark every cell that may be read. The output of a PAD query is not used, so in its row only the PAD keys are checked (they stay empty); the other cells there do not count.',
      hints: [
        'Go row by row. Query `i` may read key `j` when two things hold: `j` does not come after `i`, and `j` is a real position.',
        'The input at the query’s own position is known, so the diagonal is not “after”. A PAD key is a whole column, and no query may read it.',
      ],
      reasoning: 'The causal rule leaves the diagonal and what is left of it; the padding rule then removes the columns of the PAD keys. A cell may be read when both rules allow it. The row of a PAD query is not used and gives a zero vector by agreement, so it is shown empty here.',
      mistakes: {
        diagonal_dropped: 'You left out the diagonal: a strict triangle. The input at the query’s own position is known, and the token after it is what has to be predicted, so mark the diagonal too.',
        triangle_reversed: 'The triangle is the wrong way round: your queries read themselves and what follows, but nothing before. Rows are queries and columns are keys, so the allowed cells are the diagonal and those left of it.',
        causal_rule_forgotten: 'You applied the padding rule only: every query reads every real key, later ones included. Apply the causal rule as well and clear the cells right of the diagonal.',
        padding_rule_forgotten: 'The causal triangle is right, but the PAD key is still in it. PAD is no real content, so no query may read its column, not even the PAD query itself.',
        both_rules_forgotten: 'You marked everything, so neither rule is applied. Clear the columns of the PAD keys, then the cells right of the diagonal.',
        padding_blocked_as_rows: 'You blocked the rows of PAD queries instead of the columns of PAD keys, and left out the causal rule. Padding decides which keys may supply content, so clear the columns; then clear the cells right of the diagonal.',
        padding_key_marked: 'The real keys are all right, but a PAD key is marked. A placeholder supplies nothing: leave its whole column empty.',
        blocked_cells_marked: 'You marked exactly the blocked cells. On this page a mark means “may read”, so turn all of them round.',
        target_readable: 'One step too far: each query also reads the position after it, and that is the very token it has to predict. Stop at the diagonal.',
        diagonal_only: 'Each query reads only itself. The causal rule does not forbid the past: the real positions left of the diagonal may be read too.',
        bos_key_blocked: 'You treated BOS as unreadable. It is a real input: every later query may read it, and so may BOS itself.',
        nothing_marked: 'Nothing is marked yet. Start with query 1: it may read itself.',
      },
    },
    scored: {
      question: 'Which slots have a target that is scored?',
      options: (option, { tokens, targets }) => {
        const at = slot(option) - 1;
        return `slot ${at + 1}: input ${tokens[at]}, target ${targets[at]}`;
      },
      hints: [
        'Look at the target, not at the input. It is scored if it is a token that the model should learn to predict.',
        'EOS has to be predicted too: the model must learn where to stop. A placeholder is nothing to learn.',
      ],
      reasoning: 'Every real slot has a real target; at the last real slot it is EOS. All of these are scored. The targets of PAD slots are ignored.',
      mistakes: {
        padding_target_scored: 'You counted the ignored targets as well. A placeholder is not a token to be predicted, so leave out the PAD slots.',
        first_padding_target_scored: 'The first PAD slot is one too many. That the record ends after the last real token is already said by the target EOS; the PAD slot’s own target is ignored.',
        eos_not_scored: 'The slot with target EOS is missing. Where to stop has to be learned as well, so it is scored.',
        bos_slot_not_scored: 'The slot of BOS is missing. BOS itself is never predicted, but the target of this slot is the first word, and that is scored.',
        shifted_by_one: 'Your slots are one too far to the right. Each target already stands at the slot that predicts it; do not shift a second time.',
        bos_and_eos_not_scored: 'You kept only the slots whose input and target are both words. The slot of BOS predicts the first word and the last real slot predicts EOS; both are scored.',
        padding_slots_ticked: 'Exactly the wrong way round: these are the ignored targets. Choose the other slots.',
        nothing_ticked: 'Nothing is ticked. Without a scored target there is no mean loss at all. Look for the slots whose target is a real token.',
      },
    },
    diagonal: {
      question: (facts) => `Look at slot ${facts.value('position')}, whose input is ${tokenAt(facts, facts.value('position'))}. With both rules, may this query read its own key, that is, is this cell of the diagonal allowed?`,
      options: { yes: 'yes', no: 'no' },
      hints: [
        'Check both rules in turn. Does this key come after the query? Is it a real position?',
        'The causal rule always allows the diagonal. One question is left: is this slot real, or is it PAD?',
      ],
      reasoning: (facts) => (tokenAt(facts, facts.value('position')) === 'PAD'
        ? `Slot ${facts.value('position')} is PAD. The causal rule allows the diagonal, but the padding rule lets no query read a PAD key. So the answer is no.`
        : `The input at slot ${facts.value('position')}, ${tokenAt(facts, facts.value('position'))}, is real and already known; what has to be predicted is ${facts.targets[Number(facts.value('position')) - 1]}, which comes after it. So the answer is yes.`),
      mistakes: {
        chose_yes: 'The causal rule does allow the diagonal, but this slot is PAD. Nobody may read the key of a placeholder, not even the placeholder itself.',
        chose_no: 'The input at this slot is real and already known. The targets are shifted by one, so reading itself does not show the query its answer: it may.',
      },
    },
  },
};

export const exercise1: Record<Language, ExerciseTexts> = { zh, en };
