import style from './Skeleton.module.css'

type SkeletonProps = {
  /** The data being loaded, for screen readers: 'Loading students'. */
  label: string
  /** Number of lines or rows. */
  lines?: number
  /** Height of each, any CSS length; a line of text by default. */
  height?: string
}

/**
 * A placeholder for data being loaded. Visible only after 200 ms, and without animation, because nothing
 * moves by itself.
 */
export function Skeleton({ label, lines = 3, height }: SkeletonProps) {
  return (
    <output className={`${style.skeleton} stack gap-3`}>
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={style.line} style={height ? { height } : undefined} />
      ))}
    </output>
  )
}
