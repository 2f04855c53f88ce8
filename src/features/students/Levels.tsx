import type { StudentLine, StudentProfile } from './api.ts'
import style from './Students.module.css'

/** Current level, chapter and test per subject. Shows the subject's name only if the level's name doesn't start with it. */
export function Levels({ programs }: { programs: StudentLine['programs'] }) {
  if (programs.length === 0) return <span className="quiet nowrap">No level yet</span>
  return (
    <span className={`${style.levels} cluster gap-1-3`}>
      {programs.map(({ name, level, chapter, test }) => (
        <span key={name}>
          {!level.startsWith(name) && <small>{name}</small>} {level}
          {chapter !== null && (
            <>
              {' '}
              <small className="nowrap">· chapter {chapter}</small>
            </>
          )}
          {test !== null && (
            <>
              {' '}
              <small className="nowrap">· test {test}</small>
            </>
          )}
        </span>
      ))}
    </span>
  )
}

/** Says which of the student's levels and chapters aren't in the material. */
export const MissingLevels = ({
  programs,
  missing,
}: Pick<StudentProfile['center'], 'programs' | 'missing'>) =>
  missing.map(({ name, what }) => {
    const { level, chapter } = programs.find((program) => program.name === name) ?? { level: name }
    return (
      <small key={name} className={style.missing}>
        {what === 'level' ? level : `${level}, chapter ${chapter}`} isn’t in the material.
      </small>
    )
  })
