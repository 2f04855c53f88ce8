import { Content } from '#ui/Content.tsx'
import { spoken } from '#shared/spoken.ts'
import type { Fields } from '../../answering/fields.ts'
import { Tiles } from '../Tiles.tsx'
import style from './OrderFields.module.css'

const names = {
  line: 'Your order',
  bank: 'Items to put in order',
  one: 'item',
  empty: 'Tap the items in order.',
}

/** Items to put in order by tapping them. */
export function OrderFields({
  shown: { items },
  given,
  verdict,
  readOnly,
  describedBy,
  onChange,
}: Fields<'order'>) {
  if (readOnly) {
    const isBlank = given.places.length === 0
    const List = isBlank ? 'ul' : 'ol'
    return (
      <List className={`${style.order} pad-3-4 surface rounded`} data-status={verdict?.status}>
        {(isBlank ? items.map((_, at) => at) : given.places).map((place) => (
          <li key={place}>
            <Content nodes={items[place] ?? []} inline />
          </li>
        ))}
      </List>
    )
  }
  return (
    <Tiles
      tiles={items.map((nodes) => ({ words: spoken(nodes), content: <Content nodes={nodes} inline /> }))}
      places={given.places}
      names={names}
      stacked
      describedBy={describedBy}
      onChange={(places) => onChange({ kind: 'order', places: [...places] })}
    />
  )
}
