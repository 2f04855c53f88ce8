import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { longest, plain } from '#shared/text.ts'
import { TextField } from '#ui/TextField.tsx'
import { useSend } from '#web/api.ts'
import { currentOf, EditSheet } from '#web/shell/EditSheet.tsx'
import { snack } from '#web/snack.tsx'
import { material, type Level } from './api.ts'
import { useMaterialChange } from './use-material-change.ts'

const number = { type: 'number', inputMode: 'numeric', step: 1 } as const

type LevelSheetProps = { course: { _id: string; name: string }; level: Level | null; onClose: () => void }

/** Makes a level in a course and goes there, or changes the given one. */
export function LevelSheet({ course, level, onClose }: LevelSheetProps) {
  const [name, setName] = useState(level ? plain(level.name) : '')
  const [chapterCount, setChapterCount] = useState(String(level?.chapterCount ?? 12))
  const [order, setOrder] = useState(String(level?.order ?? ''))
  const [error, setError] = useState<Error | null>(null)
  const changed = useMaterialChange()
  const navigate = useNavigate()
  const done = () => {
    void changed()
    onClose()
  }
  const add = useSend(material.addLevel, {
    onSuccess: (made) => {
      done()
      void navigate({ to: '/material-editor/$levelId', params: { levelId: made._id } })
    },
    onError: setError,
  })
  const change = useSend(material.changeLevel, {
    onSuccess: () => {
      done()
      snack('Level saved.')
    },
    onError: setError,
  })
  const now = currentOf<Level>(error)
  const fields = { name, chapterCount: Number(chapterCount) }
  const save = () =>
    level
      ? change.mutate({ ...fields, id: level._id, order: Number(order), ifMatch: (now ?? level).version })
      : add.mutate({ ...fields, courseId: course._id })
  return (
    <EditSheet
      title={level ? 'Change level' : `New level in ${plain(course.name)}`}
      save={level ? 'Save' : 'Create level'}
      busy={add.isPending || change.isPending}
      error={error}
      onSave={save}
      onClose={onClose}
    >
      <TextField label="Name" hint="For example Math 5." value={name} onChange={setName} maxLength={longest.name} autoFocus />
      <TextField
        {...number}
        label="Number of chapters"
        hint="The chapters themselves are filled in with one press afterwards."
        min={0}
        max={99}
        value={chapterCount}
        onChange={setChapterCount}
      />
      {level && (
        <TextField {...number} label="Place in the course" hint="1 comes first." min={1} max={999} value={order} onChange={setOrder} />
      )}
      {now && <Newer {...now} />}
    </EditSheet>
  )
}

function Newer({ name, chapterCount, order }: Level) {
  return (
    <p>
      It now reads: <strong>{plain(name)}</strong>, {chapterCount} chapters, place {order}. Saving again replaces that.
    </p>
  )
}
