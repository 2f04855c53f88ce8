import type { StudentLine } from './api.ts'
import style from './Students.module.css'

/** Current level per subject. Shows the subject's name only if the level's name doesn't start with it. */
export function Levels({ programs }: { programs: StudentLine['programs'] }) {
  if (programs.length === 0) return <span className="quiet nowrap">No level yet</span>
  return (
    <span className={`${style.levels} cluster gap-1-3`}>
      {programs.map(({ name, level, chapter }) => (
        <span key={name}>
          {!level.startsWith(name) && <small>{name}</small>} {level}
          {chapter !== null && <small> · chapter {chapter}</small>}
        </span>
      ))}
    </span>
  )
}
