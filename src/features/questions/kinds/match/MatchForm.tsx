import { Plus, X } from 'lucide-react'
import { Button } from '#ui/Button.tsx'
import type { KeyOf } from '#features/questions/rules.ts'
import { t } from '#shared/language.ts'
import { TextList } from '../../editing/answers/TextList.tsx'
import style from '../../editing/answers/AnswerForm.module.css'
import type { FormProps } from '../KindScreens.tsx'
import { letterOf } from '../mc/given.ts'
import { mostGroups, mostItems } from './shown-order.ts'

type Item = KeyOf<'match'>['items'][number]

/** Form for groups, and for items with their group. */
export function MatchForm({ answers: { groups, items }, set }: FormProps<'match'>) {
  // Mistakes refer to the positions of items and groups, so they are removed when these change.
  const change = (part: Partial<Pick<KeyOf<'match'>, 'groups' | 'items'>>) =>
    set({ answers: { kind: 'match', groups, items, ...part } })
  /**
   * Changes the groups. Items of a removed group move to the first group; all other items keep their group.
   */
  const changeGroups = (next: string[]) => {
    const gone = next.length < groups.length ? groups.findIndex((text, at) => next[at] !== text) : -1
    const placed = ({ group }: Item) => (gone >= 0 && group > gone ? group - 1 : group === gone ? 0 : group)
    change({
      groups: next,
      items: gone < 0 ? items : items.map((item) => ({ ...item, group: placed(item) })),
    })
  }
  return (
    <>
      <p className="quiet">
        {t('Students see groups and items in alphabetical order and choose a group for each item.')}
      </p>
      <TextList
        label={t('Group')}
        add={t('Add group')}
        texts={groups}
        most={mostGroups}
        maxLength={500}
        onChange={changeGroups}
      />
      <Items {...{ groups, items }} onChange={(next) => change({ items: next })} />
    </>
  )
}

type ItemsProps = { groups: string[]; items: Item[]; onChange: (items: Item[]) => void }

/** List of items with their groups. */
const Items = ({ groups, items, onChange }: ItemsProps) => (
  <div className="stack top gap-1" role="group" aria-label={t('Items')}>
    <span className={style.label}>{t('Items')}</span>
    {items.map((item, at) => (
      <span key={at} className={`${style.line} row middle gap-2 rounded wide`}>
        <input
          className={`${style.input} pad-1-3 surface rounded target grow shrinks`}
          aria-label={t('Item {num}', { num: at + 1 })}
          data-math="text"
          autoComplete="off"
          maxLength={500}
          value={item.text}
          onChange={({ target }) => onChange(items.with(at, { ...item, text: target.value }))}
        />
        <select
          className={`${style.input} pad-1-3 surface rounded target shrinks`}
          aria-label={t('Group of item {num}', { num: at + 1 })}
          value={item.group}
          onChange={({ target }) => onChange(items.with(at, { ...item, group: Number(target.value) }))}
        >
          {groups.map((group, place) => (
            <option key={place} value={place}>
              {group || letterOf(place)}
            </option>
          ))}
        </select>
        <Button
          kind="quiet"
          icon={<X aria-hidden />}
          aria-label={t('Remove item {num}', { num: at + 1 })}
          reason={items.length > 2 ? null : t('At least two are needed.')}
          onClick={() => onChange(items.toSpliced(at, 1))}
        />
      </span>
    ))}
    {items.length < mostItems && (
      <Button
        kind="quiet"
        icon={<Plus aria-hidden />}
        onClick={() => onChange([...items, { text: '', group: 0 }])}
      >
        {t('Add item')}
      </Button>
    )}
  </div>
)
