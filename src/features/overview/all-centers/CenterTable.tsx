import { Table } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { t } from '#shared/language.ts'
import { SortHead, sortedBy } from '#ui/SortHead.tsx'
import style from './AllCenters.module.css'
import { AttendanceLine } from './AttendanceLine.tsx'
import { Figure, FigureLink } from './FigureLink.tsx'
import { type ComparedCenter, figureNames, figures, nextOrder, type Order, totalOf } from './figures.ts'

export type ComparisonProps = {
  /** The centers in the chosen order. */
  lines: readonly ComparedCenter[]
  order: Order
  onOrder: (order: Order) => void
  /** True while the figures of the previous range stay on screen, until the new ones arrive. */
  busy: boolean
}

/** The centers as a table, for screens with room for one. The center's name stays in view. */
export function CenterTable({ lines, order, onOrder, busy }: ComparisonProps) {
  const head = (sort: Order['sort'], title: string) => (
    <Table.Th key={sort} aria-sort={sortedBy(sort, order)} data-number={sort !== 'name' || undefined}>
      <SortHead sorted={sortedBy(sort, order)} onSort={() => onOrder(nextOrder(sort, order))}>
        {title}
      </SortHead>
    </Table.Th>
  )
  return (
    <Table.ScrollContainer minWidth={960} className={`${style.box} card`} visibleFrom="lg" aria-busy={busy}>
      <Table verticalSpacing={4} horizontalSpacing="sm" className={style.table}>
        <caption className="visually-hidden">{t('Centers')}</caption>
        <Table.Thead>
          <Table.Tr>
            {head('name', t('Center'))}
            {figureNames.map((name) => head(name, t(figures[name].title)))}
            <Table.Th>{t('Trend')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map((line) => (
            <Table.Tr key={line._id}>
              <Table.Th scope="row">
                <Link
                  to="/centers/$centerId"
                  params={{ centerId: line._id }}
                  className={`${style.name} inline-row middle bold ink target no-underline`}
                >
                  {line._id}
                </Link>
              </Table.Th>
              {figureNames.map((name) => (
                <Table.Td key={name} data-number data-figures>
                  <FigureLink name={name} line={line} />
                </Table.Td>
              ))}
              <Table.Td>
                <AttendanceLine line={line} lines={lines} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        {lines.length > 1 && <Totals lines={lines} />}
      </Table>
    </Table.ScrollContainer>
  )
}

function Totals({ lines }: { lines: readonly ComparedCenter[] }) {
  const total = totalOf(lines)
  return (
    <Table.Tfoot>
      <Table.Tr>
        <Table.Th scope="row">{t('All centers')}</Table.Th>
        {figureNames.map((name) => (
          <Table.Td key={name} data-number data-figures>
            <Figure name={name} line={total} />
          </Table.Td>
        ))}
        <Table.Td />
      </Table.Tr>
    </Table.Tfoot>
  )
}
