import type { WorkSpace } from './KindScreens.tsx'
import style from './Printed.module.css'

/** Ruled lines to write on, for printed questions. */
export function RuledLines({ count, space }: { count: number; space: WorkSpace }) {
  if (count === 0) return null
  return (
    <span className={style.lines} data-space={space}>
      {Array.from({ length: count }, (_, at) => (
        <span key={at} />
      ))}
    </span>
  )
}
