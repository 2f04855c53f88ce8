import { renderedBy } from '../../rules.ts'
import { t } from '#shared/language.ts'
import { Content } from '#ui/Content.tsx'
import type { BlanksProps, RightAnswerProps } from '../KindScreens.tsx'
import style from '../Printed.module.css'

export const Blanks = ({ shown: { items } }: BlanksProps<'order'>) => (
  <>
    <p className={style.note}>{t('Number the items in order.')}</p>
    <ul className={`${style.choices} cluster`}>
      {items.map((nodes, at) => (
        <li key={at}>
          <span className={style.box} />
          <Content nodes={nodes} inline />
        </li>
      ))}
    </ul>
  </>
)

export const RightAnswer = ({ answers: { items }, texts }: RightAnswerProps<'order'>) =>
  items.map((item, at) => (
    <span key={at} className={style.listed}>
      {at + 1}. <Content nodes={renderedBy(texts)(item)} inline />
    </span>
  ))
