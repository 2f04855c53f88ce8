import { Plus, X } from 'lucide-react'
import { Button } from '#ui/Button.tsx'
import type { KeyOf } from '../../rules.ts'
import { t } from '#shared/language.ts'
import { withMatching } from '../../editing/answers/moved-answers.ts'
import { TextList } from '../../editing/answers/TextList.tsx'
import style from '../../editing/answers/AnswerForm.module.css'
import type { FormProps } from '../KindScreens.tsx'
import { letterOf } from '../mc/given.ts'
import { maxGroups, maxItems } from './shown-order.ts'

type Item = KeyOf<'match'>['items'][number]

/** Form for groups, and for items with their group. */
export function MatchForm({ answers, draft, set }: FormProps<'match'>) {
  const { groups, items } = answers
  const places = { groups: groups.map((_, at) => at), items: items.map((_, at) => at) }
  const change = (
    part: Partial<Pick<KeyOf<'match'>, 'groups' | 'items'>>,
    order: Partial<Record<'groups' | 'items', number[]>>,
  ) => set(withMatching(answers, draft.tests, { groups, items, ...part }, { ...places, ...order }))
  /** Changes the groups. Items of a removed group have no group until the author chooses one. */
  const changeGroups = (next: string[], order: number[]) =>
    change(
      {
        groups: next,
        items: items.map((item) => ({ ...item, group: order.indexOf(item.group) })),
      },
      { groups: order },
    )
  return (
    <>
      <p className="quiet">
        {t('Students see groups and items in alphabetical order and choose a group for each item.')}
      </p>
      <TextList
        label={t('Group')}
        add={t('Add group')}
        texts={groups}
        most={maxGroups}
        maxLength={500}
        onChange={changeGroups}
      />
      <Items {...{ groups, items }} onChange={(next, order) => change({ items: next }, { items: order })} />
    </>
  )
}

type ItemsProps = {
  groups: string[]
  items: Item[]
  /** `order` lists the old indexes of the remaining items. */
  onChange: (items: Item[], order: number[]) => void
}

const Items = ({ groups, items, onChange }: ItemsProps) => {
  const places = items.map((_, at) => at)
  return (
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
            onChange={({ target }) => onChange(items.with(at, { ...item, text: target.value }), places)}
          />
          <select
            className={`${style.input} pad-1-3 surface rounded target shrinks`}
            aria-label={t('Group of item {num}', { num: at + 1 })}
            value={item.group}
            onChange={({ target }) =>
              onChange(items.with(at, { ...item, group: Number(target.value) }), places)
            }
          >
            {item.group < 0 && <option value={item.group}>{t('Choose a group')}</option>}
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
            onClick={() => onChange(items.toSpliced(at, 1), places.toSpliced(at, 1))}
          />
        </span>
      ))}
      {items.length < maxItems && (
        <Button
          kind="quiet"
          icon={<Plus aria-hidden />}
          onClick={() => onChange([...items, { text: '', group: 0 }], places)}
        >
          {t('Add item')}
        </Button>
      )}
    </div>
  )
}
