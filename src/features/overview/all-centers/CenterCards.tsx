import { Box } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '#shared/language.ts'
import { Field } from '#ui/Field.tsx'
import style from './AllCenters.module.css'
import { AttendanceLine } from './AttendanceLine.tsx'
import type { ComparisonProps } from './CenterTable.tsx'
import { Figure, FigureLink } from './FigureLink.tsx'
import { type FigureName, figureNames, figures, nextOrder, orderIn, totalOf } from './figures.ts'

/** The centers as cards, for screens on which the table would be cut off. */
export function CenterCards({ lines, order, onOrder, busy }: ComparisonProps) {
  const total = totalOf(lines)
  return (
    <Box hiddenFrom="lg" className={`${style.box} stack gap-4`} aria-busy={busy}>
      {lines.length > 1 && (
        <>
          <Field label={t('Sort by')}>
            {(wiring) => (
              <select
                {...wiring}
                value={order.sort}
                onChange={({ target }) =>
                  onOrder(nextOrder(orderIn({ sort: target.value }).sort, { sort: 'name', down: true }))
                }
              >
                <option value="name">{t('Name')}</option>
                {figureNames.map((name) => (
                  <option key={name} value={name}>
                    {t(figures[name].title)}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <section className="card pad-4 stack gap-3" aria-label={t('All centers')}>
            <h2 className={style.title}>{t('All centers')}</h2>
            <Figures>{(name) => <Figure name={name} line={total} />}</Figures>
          </section>
        </>
      )}
      <ul className={`${style.cards} grid gap-4`} aria-label={t('Centers')}>
        {lines.map((line) => (
          <li key={line._id} className="card pad-4 stack gap-3">
            <h2 className={style.title}>
              <Link
                to="/centers/$centerId"
                params={{ centerId: line._id }}
                className={`${style.name} inline-row middle ink target`}
              >
                {line._id}
              </Link>
            </h2>
            <Figures trend={<AttendanceLine line={line} lines={lines} />}>
              {(name) => <FigureLink name={name} line={line} />}
            </Figures>
          </li>
        ))}
      </ul>
    </Box>
  )
}

type FiguresProps = { children: (name: FigureName) => ReactNode; trend?: ReactNode }

const Figures = ({ children, trend }: FiguresProps) => (
  <dl className={`${style.figures} grid gap-2`}>
    {figureNames.map((name) => (
      <div key={name} data-amount={name === 'due' || undefined}>
        <dt className="fine-print">{t(figures[name].title)}</dt>
        <dd data-figures>{children(name)}</dd>
      </div>
    ))}
    {trend && (
      <div>
        <dt className="fine-print">{t('Trend')}</dt>
        <dd>{trend}</dd>
      </div>
    )}
  </dl>
)
