import { t } from '#shared/language.ts'
import type { StudentLine, StudentProfile } from './api.ts'
import style from './Students.module.css'

/** Level, chapter and test per subject. Omits the subject if the level's name starts with it. */
export function Levels({ programs }: { programs: StudentLine['programs'] }) {
  if (programs.length === 0) return <span className="quiet nowrap">{t('No level yet')}</span>
  return (
    <span className={`${style.levels} cluster gap-1-3`}>
      {programs.map(({ name, level, chapter, test }) => (
        <span key={name}>
          {!level.startsWith(name) && <small>{name}</small>} {level}
          {chapter !== null && (
            <>
              {' '}
              <small className="nowrap">{t('· chapter {chapter}', { chapter })}</small>
            </>
          )}
          {test !== null && (
            <>
              {' '}
              <small className="nowrap">{t('· test {test}', { test })}</small>
            </>
          )}
        </span>
      ))}
    </span>
  )
}

/** Lists the student's levels and chapters that aren't in the material. */
export const MissingLevels = ({
  programs,
  missing,
}: Pick<StudentProfile['center'], 'programs' | 'missing'>) =>
  missing.map(({ name, what }) => {
    const { level, chapter } = programs.find((program) => program.name === name) ?? { level: name }
    return (
      <small key={name} className={style.missing}>
        {what === 'level'
          ? t('There is no learning material for {level}.', { level })
          : t('There is no learning material for chapter {chapter} of {level}.', { level, chapter })}
      </small>
    )
  })
