import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { counted, longest } from '#shared/text.ts'
import { type Level, material } from '#features/material/api.ts'
import { Subject } from '#features/centers/rules.ts'
import { t } from '#shared/language.ts'
import { TextField } from '#ui/TextField.tsx'
import { read, useSend } from '#web/api.ts'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { toast } from '#web/toast.tsx'
import { useEdit } from '#web/use-edit.ts'
import { students, type StudentProfile } from './api.ts'
import { useStudentChange } from './use-student-change.ts'
import style from './Students.module.css'

type ProgramsSheetProps = { centerId: string; student: StudentProfile; onClose: () => void }
type ProgramInput = { level: string; chapter: string; test: string }
type Draft = Record<Subject, ProgramInput>

const bySubject = <T,>(of: (subject: Subject) => T) =>
  Object.fromEntries(Subject.options.map((name) => [name, of(name)])) as Record<Subject, T>

const draftOf = ({ center: { programs } }: StudentProfile): Draft =>
  bySubject((name) => {
    const program = programs.find((each) => each.name === name)
    return {
      level: program?.level ?? '',
      chapter: String(program?.chapter ?? ''),
      test: String(program?.test ?? ''),
    }
  })

const standingInWords = ({ level, chapter, test }: ProgramInput) =>
  [level, chapter && t('chapter {chapter}', { chapter }), test && t('test {test}', { test })]
    .filter(Boolean)
    .join(', ')
const numberIn = (text: string) => (text === '' ? null : Number(text))
const words = bySubject((name) => [name, standingInWords] as const)

/** Sheet for editing a student's level, chapter and test per subject. Removes subjects without a level. */
export function ProgramsSheet({ centerId, student, onClose }: ProgramsSheetProps) {
  const { draft, set, base, error, fail, differences } = useEdit(student, { draftOf, words })
  const levelsId = useId()
  const { data: levels = [] } = useQuery(read(material.levels, {}))
  const changed = useStudentChange()
  const change = useSend(students.change, {
    onSuccess: () => {
      toast(t('Levels saved.'))
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
        level: draft[name].level,
        chapter: numberIn(draft[name].chapter),
        test: numberIn(draft[name].test),
      }))
    change.mutate({ centerId, studentId: base._id, programs, ifMatch: base.version })
  }
  return (
    <EditSheet
      title={t('Levels')}
      save={t('Save')}
      busy={change.isPending}
      error={error}
      differences={differences}
      onSave={save}
      onClose={onClose}
    >
      <p className="quiet">{t('Leave the level blank for subjects that the student doesn’t take.')}</p>
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
          levels={levels}
          levelsId={levelsId}
          onChange={(part) => set({ [name]: { ...draft[name], ...part } })}
        />
      ))}
    </EditSheet>
  )
}

type StandingFieldsProps = {
  name: Subject
  standing: ProgramInput
  levels: readonly Level[]
  levelsId: string
  onChange: (part: Partial<ProgramInput>) => void
}

/** Returns a hint if a level isn't in the material or has no such chapter; otherwise null. */
function hintOf({ level, chapter }: ProgramInput, levels: readonly Level[]) {
  const known = levels.filter(({ name }) => name === level.trim())
  const chapters = Math.max(0, ...known.map((each) => Math.max(each.chapters, each.chapterCount)))
  const isMissing = levels.length > 0 && level.trim() !== '' && known.length === 0
  if (isMissing) return t('Not in the learning material.')
  return known.length > 0 && Number(chapter) > chapters
    ? t('{level} has {chapters}.', { level: level.trim(), chapters: counted(chapters, 'chapter') })
    : null
}

function StandingFields({ name, standing, levels, levelsId, onChange }: StandingFieldsProps) {
  const { level, chapter, test } = standing
  const hint = hintOf(standing, levels)
  return (
    <fieldset className={`${style.standing} grid gap-1-3`}>
      <legend>{t(name)}</legend>
      <TextField
        label={t('Level')}
        required={false}
        marked={false}
        list={levelsId}
        value={level}
        onChange={(text) => onChange({ level: text })}
        maxLength={longest.name}
      />
      <NumField label={t('Chapter')} value={chapter} onChange={(text) => onChange({ chapter: text })} />
      <NumField label={t('Test')} value={test} onChange={(text) => onChange({ test: text })} />
      <p role="status" className={`${style.hint} fine-print`}>
        {hint}
      </p>
    </fieldset>
  )
}

type NumFieldProps = { label: string; value: string; onChange: (text: string) => void }

const NumField = (props: NumFieldProps) => (
  <TextField {...props} required={false} marked={false} type="number" inputMode="numeric" min={1} max={999} />
)
