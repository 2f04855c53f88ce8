import { renderedBy } from '../../rules.ts'
import { t } from '#shared/language.ts'
import { Content } from '#ui/Content.tsx'
import type { BlanksProps, RightAnswerProps } from '../KindScreens.tsx'
import style from '../Printed.module.css'
import { RuledLines } from '../RuledLines.tsx'
import { formulaOfLine } from './derivation.ts'

/** Maximum number of lines printed with normal writing space. */
const usual = 6

export const Blanks = ({ shown: { start, most }, space }: BlanksProps<'derivation'>) => (
  <>
    <p className={style.note}>{t('Write one step on each line.')}</p>
    <span className={style.writing}>
      <Content nodes={start} inline />
      <RuledLines
        count={space === 'none' ? 0 : space === 'roomy' ? most : Math.min(most, usual)}
        space={space}
      />
    </span>
  </>
)

export const RightAnswer = ({ answers: { value }, texts }: RightAnswerProps<'derivation'>) => (
  <Content nodes={renderedBy(texts)(formulaOfLine(value))} inline />
)
