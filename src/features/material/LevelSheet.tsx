import { useNavigate } from '@tanstack/react-router'
import { t } from '#shared/language.ts'
import { longest } from '#shared/text.ts'
import { TextField } from '#ui/TextField.tsx'
import { useSend } from '#web/api.ts'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { toast } from '#web/toast.tsx'
import { useEdit } from '#web/use-edit.ts'
import { material, type Level } from './api.ts'
import { useMaterialChange } from './use-material-change.ts'

const number = { type: 'number', inputMode: 'numeric', step: 1 } as const

const draftOf = (level: Level | null) => ({
  name: level?.name ?? '',
  chapterCount: String(level?.chapterCount ?? 12),
  order: String(level?.order ?? ''),
})
const words = () => ({
  name: t('Name'),
  chapterCount: t('Number of chapters'),
  order: t('Position in the course'),
})

type LevelSheetProps = { course: { _id: string; name: string }; level: Level | null; onClose: () => void }

/** Returns a mutation that creates a level and opens its page, and one that changes a level. */
function useLevelSend({ onError, onClose }: { onError: (error: Error) => void; onClose: () => void }) {
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
    onError,
  })
  const change = useSend(material.changeLevel, {
    onSuccess: () => {
      done()
      toast(t('Level saved.'))
    },
    onError,
  })
  return { add, change }
}

/** Form to create a level and open it, or to change the given one. */
export function LevelSheet({ course, level, onClose }: LevelSheetProps) {
  const { draft, set, base, error, fail, differences } = useEdit(level, { draftOf, words: words() })
  const { add, change } = useLevelSend({ onError: fail, onClose })
  const fields = { name: draft.name, chapterCount: Number(draft.chapterCount) }
  const save = () =>
    base
      ? change.mutate({ ...fields, id: base._id, order: Number(draft.order), ifMatch: base.version })
      : add.mutate({ ...fields, courseId: course._id })
  return (
    <EditSheet
      title={level ? t('Change level') : t('New level in {name}', course)}
      save={level ? t('Save') : t('Create level')}
      busy={add.isPending || change.isPending}
      error={error}
      differences={differences}
      onSave={save}
      onClose={onClose}
    >
      <TextField
        label={t('Name')}
        hint={t('For example, Math 5.')}
        value={draft.name}
        onChange={(name) => set({ name })}
        maxLength={longest.name}
        autoFocus
      />
      <TextField
        {...number}
        label={t('Number of chapters')}
        hint={t('You can add all chapters at once later.')}
        min={0}
        max={99}
        value={draft.chapterCount}
        onChange={(chapterCount) => set({ chapterCount })}
      />
      {level && (
        <TextField
          {...number}
          label={t('Position in the course')}
          hint={t('1 comes first.')}
          min={1}
          max={999}
          value={draft.order}
          onChange={(order) => set({ order })}
        />
      )}
    </EditSheet>
  )
}
