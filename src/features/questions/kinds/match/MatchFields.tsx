import { type ReactNode, useRef } from 'react'
import { t } from '#shared/language.ts'
import { spoken } from '#shared/spoken.ts'
import { Content } from '#ui/Content.tsx'
import type { Fields } from '../../answering/fields.ts'
import { letterOf } from '../mc/given.ts'
import { LetterChoices } from '../mc/LetterChoices.tsx'
import { useLetterKeys } from '../mc/use-letter-keys.ts'
import style from './MatchFields.module.css'

/** Groups with letters, and items that students assign to a group by tapping or typing its letter. */
export function MatchFields({
  shown: { groups, items },
  given,
  verdict,
  readOnly,
  describedBy,
  onChange,
  onEnter,
}: Fields<'match'>) {
  const choose = (item: number, group: number) =>
    onChange({ kind: 'match', groups: given.groups.with(item, group) })
  const isCorrect = readOnly && verdict?.status === 'correct'
  return (
    <div className={`${style.match} stack gap-4`}>
      <ol className={`${style.groups} grid gap-2`} aria-label={t('Letters of the groups')}>
        {groups.map((nodes, at) => (
          <li key={at} className="row middle gap-2 breakable">
            <span className={`${style.letter} grid center quiet`}>{letterOf(at)}</span>
            <Content nodes={nodes} inline />
          </li>
        ))}
      </ol>
      <div className={`${style.items} stack`}>
        {items.map((nodes, at) => (
          <Item
            key={at}
            words={spoken(nodes)}
            groups={groups.map(spoken)}
            chosen={given.groups[at] ?? null}
            isCorrect={isCorrect}
            {...{ readOnly, describedBy, onEnter }}
            onChoose={(group) => choose(at, group)}
          >
            <Content nodes={nodes} inline />
          </Item>
        ))}
      </div>
    </div>
  )
}

type ItemProps = Pick<Fields<'match'>, 'readOnly' | 'describedBy' | 'onEnter'> & {
  /** Text of the item and of the groups, for screen readers. */
  words: string
  groups: string[]
  chosen: number | null
  isCorrect: boolean
  children: ReactNode
  onChoose: (group: number) => void
}

/** An item, and the letters to choose from. */
function Item({
  words,
  groups,
  chosen,
  isCorrect,
  readOnly,
  describedBy,
  children,
  onChoose,
  onEnter,
}: ItemProps) {
  const letters = useRef<HTMLDivElement>(null)
  const onKey = useLetterKeys({ box: letters, count: groups.length, readOnly, pick: onChoose, onEnter })
  return (
    <fieldset className={`${style.item} cluster middle gap-3 pad-2-3`} aria-describedby={describedBy}>
      <legend className="visually-hidden">{words}</legend>
      <span className={`${style.text} breakable`} aria-hidden>
        {children}
      </span>
      <LetterChoices
        ref={letters}
        names={groups}
        picked={chosen === null ? [] : [chosen]}
        {...{ readOnly, isCorrect, onKey }}
        onPick={onChoose}
      />
    </fieldset>
  )
}
