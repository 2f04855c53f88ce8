import { t } from '#shared/language.ts'
import { TextField } from '#ui/TextField.tsx'
import style from '../../editing/answers/AnswerForm.module.css'
import { FormulaPreview } from '../../editing/answers/LooksLike.tsx'
import { NumField } from '../../editing/answers/NumField.tsx'
import type { FormProps } from '../KindScreens.tsx'
import { Choice } from '../mc/Choice.tsx'
import { formulaOfLine, maxLines } from './derivation.ts'
import type { Goal } from './lines.ts'

const goalWords: Record<Goal, string> = {
  solved: 'Solved',
  simplified: 'Simplified',
  expanded: 'Expanded',
  factored: 'Factored',
}

/** Form for the first line, the goal, the last line, and the maximum number of lines. */
export function DerivationForm({ answers, set, texts }: FormProps<'derivation'>) {
  const change = (part: Partial<typeof answers>) => set({ answers: { ...answers, ...part } })
  const line = (label: string, name: 'start' | 'value') => (
    <div className="stack gap-1">
      <TextField
        label={label}
        hint={t('Type it like 2x^2 + 1/3, or in TeX')}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        data-math="formula"
        value={answers[name]}
        onChange={(text) => change({ [name]: text })}
      />
      <FormulaPreview nodes={answers[name] === '' ? undefined : texts[formulaOfLine(answers[name])]} />
    </div>
  )
  return (
    <>
      <p className="quiet">
        {t('Students see the first line and write the next ones. Each must follow from the one before.')}
      </p>
      {line(t('First line'), 'start')}
      <div className={`${style.two} grid top gap-3`}>
        <Choice
          label={t('Goal')}
          words={goalWords}
          value={answers.goal}
          onChange={(goal) => change({ goal })}
        />
        <NumField
          label={t('Maximum number of lines')}
          whole
          min={1}
          max={maxLines}
          value={answers.most}
          onChange={(most) => change({ most: most ?? answers.most })}
        />
      </div>
      {line(t('Last line'), 'value')}
      <p className="quiet small">
        {t(
          'Full credit if every line follows and the last one is right. Half credit if the last line is right but not every line follows. Otherwise up to half credit, depending on the share of lines that follow.',
        )}
      </p>
    </>
  )
}
