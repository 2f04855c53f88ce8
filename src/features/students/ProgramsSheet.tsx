import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { longest } from '#shared/text.ts'
import { material } from '#features/material/api.ts'
import { Subject } from '#features/centers/rules.ts'
import { TextField } from '#ui/TextField.tsx'
import { read, useSend } from '#web/api.ts'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { toast } from '#web/toast.tsx'
import { useEdit } from '#web/use-edit.ts'
import { students, type StudentProfile } from './api.ts'
import { useStudentChange } from './use-student-change.ts'
import style from './Students.module.css'

type ProgramsSheetProps = { centerId: string; student: StudentProfile; onClose: () => void }
type Standing = { level: string; chapter: string; test: number | null }
type Draft = Record<Subject, Standing>

const bySubject = <T,>(of: (subject: Subject) => T) =>
  Object.fromEntries(Subject.options.map((name) => [name, of(name)])) as Record<Subject, T>

const draftOf = ({ center: { programs } }: StudentProfile): Draft =>
  bySubject((name) => {
    const program = programs.find((each) => each.name === name)
    return {
      level: program?.level ?? '',
      chapter: String(program?.chapter ?? ''),
      test: program?.test ?? null,
    }
  })

const standingInWords = ({ level, chapter }: Standing) =>
  [level, chapter && `chapter ${chapter}`].filter(Boolean).join(', ')
const words = bySubject((name) => [name, standingInWords] as const)

/** Edits a student's level per subject. A subject left without a level is removed. */
export function ProgramsSheet({ centerId, student, onClose }: ProgramsSheetProps) {
  const { draft, set, seen, error, fail, differences } = useEdit(student, { draftOf, words })
  const levelsId = useId()
  const { data: levels = [] } = useQuery(read(material.levels, {}))
  const changed = useStudentChange()
  const change = useSend(students.change, {
    onSuccess: () => {
      toast('Levels saved.')
      void changed()
      onClose()
    },
    onError: fail,
  })
  const save = () => {
    const programs = Subject.options
      .filter((name) => draft[name].level.trim() !== '')
      .map((name) => ({
        name,
        ...draft[name],
        chapter: draft[name].chapter === '' ? null : Number(draft[name].chapter),
      }))
    change.mutate({ centerId, studentId: seen._id, programs, ifMatch: seen.version })
  }
  return (
    <EditSheet
      title="Levels"
      save="Save"
      busy={change.isPending}
      error={error}
      differences={differences}
      onSave={save}
      onClose={onClose}
    >
      <datalist id={levelsId}>
        {levels.map(({ _id, name }) => (
          <option key={_id}>{name}</option>
        ))}
      </datalist>
      {Subject.options.map((name) => (
        <StandingFields
          key={name}
          name={name}
          standing={draft[name]}
          levelsId={levelsId}
          onChange={(part) => set({ [name]: { ...draft[name], ...part } })}
        />
      ))}
    </EditSheet>
  )
}

type StandingFieldsProps = {
  name: Subject
  standing: Standing
  levelsId: string
  onChange: (part: Partial<Standing>) => void
}

function StandingFields({ name, standing: { level, chapter }, levelsId, onChange }: StandingFieldsProps) {
  return (
    <fieldset className={`${style.standing} grid gap-1-3`}>
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
