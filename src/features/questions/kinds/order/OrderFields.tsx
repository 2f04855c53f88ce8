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
  if (readOnly)
    return (
      <ol className={`${style.order} bullets pad-3-4 surface rounded`} data-status={verdict?.status}>
        {given.places.map((place) => (
          <li key={place}>
            <Content nodes={items[place] ?? []} inline />
          </li>
        ))}
      </ol>
    )
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
