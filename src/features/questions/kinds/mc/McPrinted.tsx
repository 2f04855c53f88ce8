import { renderedBy } from '../../rules.ts'
import { t } from '#shared/language.ts'
import { Content } from '#ui/Content.tsx'
import type { BlanksProps, RightAnswerProps } from '../KindScreens.tsx'
import { Box } from '../Box.tsx'
import style from '../Printed.module.css'
import { letterOf } from './given.ts'

export const Blanks = ({ shown: { choices, pickMany }, bubbles = null }: BlanksProps<'mc'>) => (
  <>
    {pickMany && <p className={style.note}>{t('Check all correct answers.')}</p>}
    <ol className={`${style.choices} cluster`}>
      {choices.map((nodes, at) => (
        <li key={at}>
          <Box bubble={bubbles && String(at)} />
          <span>{letterOf(at)}</span>
          <Content nodes={nodes} inline />
        </li>
      ))}
    </ol>
  </>
)

export const RightAnswer = ({ answers: { correct, choices }, texts }: RightAnswerProps<'mc'>) =>
  correct
    .toSorted((a, b) => a - b)
    .map((at) => (
      <span key={at} className={style.listed}>
        {letterOf(at)} <Content nodes={renderedBy(texts)(choices[at] ?? '')} inline />
      </span>
    ))
