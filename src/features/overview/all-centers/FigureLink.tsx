import { Link, linkOptions } from '@tanstack/react-router'
import { t } from '#shared/language.ts'
import { type ComparedCenter, type FigureName, figures, figureText, type Line } from './figures.ts'
import style from './AllCenters.module.css'

/** Links from figures to the corresponding lists at a center. */
const lists = {
  enrolled: (centerId: string) => linkOptions({ to: '/centers/$centerId/students', params: { centerId } }),
  enrollments: (centerId: string) => linkOptions({ to: '/centers/$centerId/students', params: { centerId } }),
  departures: (centerId: string) =>
    linkOptions({ to: '/centers/$centerId/students', params: { centerId }, search: { filter: 2 } }),
  seats: (centerId: string) => linkOptions({ to: '/centers/$centerId/classes', params: { centerId } }),
  attendance: (centerId: string) =>
    linkOptions({ to: '/centers/$centerId/students', params: { centerId }, search: { sort: 'attendance' } }),
  waitlist: (centerId: string) => linkOptions({ to: '/centers/$centerId/classes', params: { centerId } }),
  missingMarks: (centerId: string) =>
    linkOptions({ to: '/centers/$centerId/oddities', params: { centerId }, search: { code: 'AT01' } }),
  tasks: (centerId: string) => linkOptions({ to: '/centers/$centerId', params: { centerId } }),
  due: (centerId: string) => linkOptions({ to: '/centers/$centerId/billing', params: { centerId } }),
} satisfies Record<FigureName, (centerId: string) => unknown>

const Words = ({ name, line }: { name: FigureName; line: Line }) => (
  <>
    <span>{figureText(name, line)}</span>
    <span className={`${style.detail} fine-print nowrap`}>{figures[name].detail?.(line)}</span>
  </>
)

/** A figure with its detail below it. */
export const Figure = (props: { name: FigureName; line: Line }) => (
  <span className={`${style.figure} stack`}>
    <Words {...props} />
  </span>
)

/** Figure that links to the list of what it counts, unless it is 0 or unknown. */
export function FigureLink({ name, line }: { name: FigureName; line: ComparedCenter }) {
  if (!figures[name].value(line)) return <Figure name={name} line={line} />
  return (
    <Link {...lists[name](line._id)} className={`${style.figure} stack ink no-underline`}>
      <Words name={name} line={line} />
      <span className="visually-hidden">
        {t(', {figure} at {center}', { figure: t(figures[name].title), center: line._id })}
      </span>
    </Link>
  )
}
