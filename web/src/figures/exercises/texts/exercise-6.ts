import type { Language } from '../../../language';
import type { ExerciseTexts } from './types';

const statements = {
  zh: {
    missing_triangle: '没有因果三角，每个查询都能读未来。',
    reversed_triangle: '因果三角方向反了。',
    softmax_then_mask: '先做了 Softmax，后加掩码。',
    padding_targets_scored: '填充目标也计入了损失。',
    answer_copied_into_earlier_field: '答案已经被抄进前面的输入字段。',
    contaminated_split: '训练记录也出现在验证集里。',
    labels_used_in_preprocessing: '预处理用到了未来的标签。',
    generalisation: '模型能不能泛化到新任务。',
    usefulness_of_each_head: '每个头是不是都有用。',
    wrong_output_width: '输出的宽度不对。',
    heads_not_merged: '各个头没有合并，输出还是 [B,H,T,d]。',
    positions_lost: '输出的位置比输入少。',
    loss_never_fell: '损失一直没有下降。',
  },
  en: {
    missing_triangle: 'There is no causal triangle: every query can read the future.',
    reversed_triangle: 'The causal triangle is the wrong way round.',
    softmax_then_mask: 'Softmax comes first and the mask afterwards.',
    padding_targets_scored: 'Padding targets count in the loss.',
    answer_copied_into_earlier_field: 'The answer was already copied into an earlier input field.',
    contaminated_split: 'Training records also stand in the validation set.',
    labels_used_in_preprocessing: 'Preprocessing used labels from the future.',
    generalisation: 'Whether the model generalises to new tasks.',
    usefulness_of_each_head: 'Whether every head is useful.',
    wrong_output_width: 'The output has the wrong width.',
    heads_not_merged: 'The heads were never merged: the output is still [B,H,T,d].',
    positions_lost: 'The output has fewer positions than the input.',
    loss_never_fell: 'The loss never fell.',
  },
};

const zh: ExerciseTexts = {
  title: '形状一致，损失也下降了',
  intro: '一份验证报告只说明两件事：各数组的形状与预期一致，训练中损失一直在下降。报告里没有做未来扰动检查，也就是固定前缀、只改未来输入的检查。',
  givens: {},
  parts: {
    not_excluded: {
      question: '下面哪些毛病，单凭这两项观察排除不了？请全部勾选。',
      options: statements.zh,
      hints: [
        '逐条问：假如真有这个毛病，形状会不一致吗？损失会不下降吗？',
        '掩码写错时，形状通常不变；能偷看答案时，损失往往降得更快。',
      ],
      reasoning: '形状只管各轴的长度：宽度不对、头没有合并、位置变少，形状检查都能发现；损失没有下降，看损失就知道。掩码写错、答案泄漏、数据划分被污染、填充目标计分，都可能保持同样的形状，还得到很低的损失。',
      mistakes: {
        all_ticked: '并非全都排除不了。有几条会直接改变输出的形状或损失的走势，这两项观察正好能发现。',
        nothing_ticked: '还没有勾选。形状一致、损失下降，能证明掩码没有写错吗？',
        complement_ticked: '正好选反了：你勾选的是这两项观察能够发现的毛病。请勾选发现不了的。',
        falling_loss_proves_mask: '你漏了掩码的毛病。损失下降不能证明掩码正确；能偷看未来时，损失反而降得更低。',
        only_mask_faults: '掩码的毛病都选对了，但数据里的毛病也藏得住：答案抄进输入、数据划分被污染等等，都不影响形状，也不妨碍损失下降。',
        only_triangle_faults: '三角的毛病选对了，但藏得住的不止这些。其余各条也请问一遍：形状会变吗？损失会停吗？',
        shape_check_not_trusted: '你多选了形状检查能发现的毛病。宽度、轴数或位置数不对，形状就不会与预期一致。',
        falling_loss_not_trusted: '你多选了“损失一直没有下降”。报告里说损失下降了，这一条已经排除。',
      },
    },
    still_open: {
      question: '假如后来补做了未来扰动检查，也通过了。下面哪些仍然没有定论？请全部勾选。',
      options: statements.zh,
      hints: [
        '这项检查改动未来的输入，看前缀的输出变不变。哪些毛病会让前缀的输出跟着变？那些就排除了。',
        '不经过“读未来的位置”这条路的毛病，它看不见；它也不衡量模型有没有本领。',
      ],
      reasoning: '通过了检查，就没有哪个前缀输出跟着未来变，因此掩码的毛病可以排除（就所测的输入而言）；形状和损失能发现的毛病，先前已经排除。内容从哪里来、哪些目标计分、数据是否干净、能否泛化、头有没有用，这项检查都没有碰到。',
      mistakes: {
        all_ticked: '并非全都没有定论。掩码的毛病会让前缀的输出跟着未来变，形状和损失也各自排除了一些。',
        nothing_ticked: '还没有勾选。这项检查只管前缀的输出是否受未来影响，它没有碰到的事情还不少。',
        complement_ticked: '正好选反了：你勾选的是已经排除的。请勾选仍然没有定论的。',
        probe_proves_generalisation: '只差“泛化”。没有泄漏，不等于有本领；换到新任务上表现如何，要另外去测。',
        probe_proves_clean_data: '你漏了数据里的毛病。这项检查只改动后面的输入；答案若早已抄进前面，或数据划分、预处理有问题，前缀的输出照样不变。',
        probe_sees_earlier_fields: '只差“答案抄进前面的字段”。这项检查固定前缀、只改未来，前缀里已有的答案它看不见。',
        probe_misses_masks: '你多选了掩码的毛病。改动未来输入时，这些毛病会让前缀的输出变化，检查就通不过。',
        only_generalisation_open: '泛化确实没有定论，但不止这一条。再看看数据里的毛病，以及这项检查没有碰到的其他事情。',
      },
    },
  },
};

const en: ExerciseTexts = {
  title: 'Shapes agree and the loss falls',
  intro: 'A validation report states two things: all arrays have the expected shapes, and the loss kept falling during training. It contains no future-perturbation probe, which would fix a prefix and change only later inputs.',
  givens: {},
  parts: {
    not_excluded: {
      question: 'Which of these faults can the two observations not rule out? Tick all of them.',
      options: statements.en,
      hints: [
        'Ask of each one: if this fault were there, would a shape differ? Would the loss stop falling?',
        'A wrong mask usually keeps every shape; and if the answer can be seen, the loss tends to fall faster.',
      ],
      reasoning: 'A shape is the lengths of the axes: a wrong width, heads that were not merged and lost positions all show in it, and a loss that stands still shows in the loss. Wrong masks, leaked answers, a contaminated split and scored padding can all keep the same shapes and give a very low loss.',
      mistakes: {
        all_ticked: 'Not all of them stay hidden. Some change the shape of the output or the course of the loss, which is just what was observed.',
        nothing_ticked: 'Nothing is ticked. Do agreeing shapes and a falling loss prove that the mask is right?',
        complement_ticked: 'Exactly the wrong way round: you ticked the faults that the two observations do show. Tick those that they do not.',
        falling_loss_proves_mask: 'The faults of the mask are missing. A falling loss does not prove the mask right; when the future can be read, the loss falls even lower.',
        only_mask_faults: 'The faults of the mask are right, but faults in the data stay hidden as well: a copied answer or a contaminated split, say, keeps the shapes and lets the loss fall.',
        only_triangle_faults: 'The triangles are right, but more stays hidden. Ask of the others too: would a shape change? Would the loss stand still?',
        shape_check_not_trusted: 'You also ticked faults that a shape check does show. With a wrong width, wrong axes or missing positions, the shapes would not agree.',
        falling_loss_not_trusted: 'You also ticked the loss that never fell. The report says that it fell, so this is ruled out.',
      },
    },
    still_open: {
      question: 'Suppose the future-perturbation probe is run later and passes too. What is still open? Tick all that apply.',
      options: statements.en,
      hints: [
        'The probe changes later inputs and watches the outputs of the prefix. Which faults would make these move? They are ruled out.',
        'It cannot see a fault that does not work by reading later positions, and it does not measure skill.',
      ],
      reasoning: 'If the probe passes, no output of the prefix follows the future, so faults of the mask are ruled out (for the inputs tested); what shapes and loss show was ruled out before. The probe does not touch where contents came from, which targets are scored, whether the data are clean, whether the model generalises, or whether a head is useful.',
      mistakes: {
        all_ticked: 'Not everything is open. Faults of the mask make outputs of the prefix follow the future, and shapes and loss rule out some more.',
        nothing_ticked: 'Nothing is ticked. The probe only asks whether the future moves the outputs of the prefix, and that leaves a good deal untouched.',
        complement_ticked: 'Exactly the wrong way round: you ticked what has been ruled out. Tick what is still open.',
        probe_proves_generalisation: 'Only generalisation is missing. Having no leak is not the same as having skill; how the model does on new tasks has to be tested separately.',
        probe_proves_clean_data: 'The faults in the data are missing. The probe changes later inputs only; if the answer was copied to the front, or the split or the preprocessing is at fault, the outputs of the prefix stay put all the same.',
        probe_sees_earlier_fields: 'Only the answer copied into an earlier field is missing. The probe keeps the prefix and changes the future, so it cannot see an answer that already stands in the prefix.',
        probe_misses_masks: 'You also ticked faults of the mask. With these, changing later inputs moves outputs of the prefix, and the probe would not have passed.',
        only_generalisation_open: 'Generalisation is open, but not alone. Look again at the faults in the data and at whatever else the probe does not touch.',
      },
    },
  },
};

export const exercise6: Record<Language, ExerciseTexts> = { zh, en };
