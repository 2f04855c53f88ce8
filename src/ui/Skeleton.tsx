import style from './Skeleton.module.css'

type SkeletonProps = {
  /** Text for screen readers: 'Loading students'. */
  label: string
  /** Lines of text, rows of a list. */
  lines?: number
  /** Height of each, any CSS length; a line of text without. */
  height?: string
}

/** Keeps the place of what is still being fetched; seen after 200 ms only, and still, since nothing moves by itself. */
export function Skeleton({ label, lines = 3, height }: SkeletonProps) {
  return (
    <output className={style.skeleton}>
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={style.line} style={height ? { height } : undefined} />
      ))}
    </output>
  )
}
