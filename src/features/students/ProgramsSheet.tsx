import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { longest, plain } from '#shared/text.ts'
import { material } from '#features/material/api.ts'
import { Subject } from '#features/schedule/rules.ts'
import { TextField } from '#ui/TextField.tsx'
import { read, useSend } from '#web/api.ts'
import { currentOf, EditSheet } from '#web/shell/EditSheet.tsx'
import { snack } from '#web/snack.tsx'
import { students, type StudentProfile } from './api.ts'
import { Levels } from './Levels.tsx'
import { useStudentChange } from './use-student-change.ts'
import style from './Students.module.css'

type ProgramsSheetProps = { centerId: string; student: StudentProfile; onClose: () => void }
type Standing = { name: Subject; level: string; chapter: string; test: number | null }

const standingsOf = ({ center: { programs } }: StudentProfile): Standing[] =>
  Subject.options.map((name) => {
    const program = programs.find((each) => each.name === name)
    return { name, level: plain(program?.level ?? ''), chapter: String(program?.chapter ?? ''), test: program?.test ?? null }
  })

/** Where a student stands, by subject; a subject without a level is none of theirs. */
export function ProgramsSheet({ centerId, student, onClose }: ProgramsSheetProps) {
  const [standings, setStandings] = useState(standingsOf(student))
  const [error, setError] = useState<Error | null>(null)
  const levelsId = useId()
  const { data: levels = [] } = useQuery(read(material.levels, {}))
  const changed = useStudentChange()
  const change = useSend(students.change, {
    onSuccess: () => {
      snack('Levels saved.')
      void changed()
      onClose()
    },
    onError: setError,
  })
  const now = currentOf<StudentProfile>(error)
  const set = (name: Subject, part: Partial<Standing>) =>
    setStandings(standings.map((each) => (each.name === name ? { ...each, ...part } : each)))
  const save = () => {
    const programs = standings
      .filter(({ level }) => level.trim() !== '')
      .map(({ chapter, ...rest }) => ({ ...rest, chapter: chapter === '' ? null : Number(chapter) }))
    change.mutate({ centerId, studentId: student._id, programs, ifMatch: (now ?? student).version })
  }
  return (
    <EditSheet title="Levels" save="Save" busy={change.isPending} error={error} onSave={save} onClose={onClose}>
      <datalist id={levelsId}>
        {levels.map(({ _id, name }) => (
          <option key={_id}>{plain(name)}</option>
        ))}
      </datalist>
      {standings.map((standing) => (
        <StandingFields key={standing.name} standing={standing} levelsId={levelsId} onChange={(part) => set(standing.name, part)} />
      ))}
      {now && (
        <p>
          It now reads: <Levels programs={now.center.programs} />. Saving again replaces that.
        </p>
      )}
    </EditSheet>
  )
}

type StandingFieldsProps = { standing: Standing; levelsId: string; onChange: (part: Partial<Standing>) => void }

function StandingFields({ standing: { name, level, chapter }, levelsId, onChange }: StandingFieldsProps) {
  return (
    <fieldset className={style.standing}>
      <legend>{name}</legend>
      <TextField
        label="Level"
        required={false}
        list={levelsId}
        value={level}
        onChange={(text) => onChange({ level: text })}
        maxLength={longest.name}
      />
      <TextField
        label="Chapter"
        required={false}
        type="number"
        inputMode="numeric"
        min={1}
        max={999}
        value={chapter}
        onChange={(text) => onChange({ chapter: text })}
      />
    </fieldset>
  )
}
