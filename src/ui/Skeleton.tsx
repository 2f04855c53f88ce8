import style from './Skeleton.module.css'

type SkeletonProps = {
  /** The data being loaded, for screen readers: 'Loading students'. */
  label: string
  /** Number of lines or rows. */
  lines?: number
  /** Height of each line, as a CSS length. By default, that of a line of text. */
  height?: string
}

/**
 * A placeholder for data that is being loaded. It appears only after 200 ms and isn't animated, so that the
 * page stays calm.
 */
export function Skeleton({ label, lines = 3, height }: SkeletonProps) {
  return (
    <output className={`${style.skeleton} stack gap-3`} data-loading>
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={style.line} style={height ? { height } : undefined} />
      ))}
    </output>
  )
}
