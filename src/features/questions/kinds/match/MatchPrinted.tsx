import { renderedBy } from '../../rules.ts'
import { t } from '#shared/language.ts'
import { Content } from '#ui/Content.tsx'
import type { BlanksProps, RightAnswerProps } from '../KindScreens.tsx'
import { letterOf } from '../mc/given.ts'
import style from '../Printed.module.css'
import { placesShown } from './shown-order.ts'

export const Blanks = ({ shown: { groups, items } }: BlanksProps<'match'>) => (
  <>
    <ol className={`${style.choices} cluster`}>
      {groups.map((nodes, at) => (
        <li key={at}>
          <b>{letterOf(at)}</b>
          <Content nodes={nodes} inline />
        </li>
      ))}
    </ol>
    <p className={style.note}>{t('Write the matching letter for each item.')}</p>
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

export function RightAnswer({ answers: { groups, items }, texts }: RightAnswerProps<'match'>) {
  const letters = placesShown(groups)
  return placesShown(items.map(({ text }) => text)).map((place) => {
    const { text = '', group = 0 } = items[place] ?? {}
    return (
      <span key={place} className={style.listed}>
        <Content nodes={renderedBy(texts)(text)} inline /> {letterOf(letters.indexOf(group))}
      </span>
    )
  })
}
