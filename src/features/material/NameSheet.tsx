import { useState } from 'react'
import { longest, plain } from '#shared/text.ts'
import { TextField } from '#ui/TextField.tsx'
import { useSend } from '#web/api.ts'
import { currentOf, EditSheet } from '#web/shell/EditSheet.tsx'
import { snack } from '#web/snack.tsx'
import { material, type Chapter, type Section } from './api.ts'
import { useMaterialChange } from './use-material-change.ts'

/** What gets a name: a chapter, a section, or a section that is new. */
export type Named =
  | { kind: 'chapter'; record: Chapter }
  | { kind: 'section'; chapterNum: number; record: Section }
  | { kind: 'new section'; chapterNum: number; record: null }

const titles = { chapter: 'Rename chapter', section: 'Rename section', 'new section': 'New section' }

/** Names a chapter or section of a level, or makes a section. */
export function NameSheet({ levelId, named, onClose }: { levelId: string; named: Named; onClose: () => void }) {
  const { kind, record } = named
  const [name, setName] = useState(record ? plain(record.name) : '')
  const [error, setError] = useState<Error | null>(null)
  const changed = useMaterialChange()
  const options = {
    onSuccess: () => {
      void changed()
      snack(record ? 'Renamed.' : 'Section added.')
      onClose()
    },
    onError: setError,
  }
  const chapter = useSend(material.changeChapter, options)
  const section = useSend(material.changeSection, options)
  const add = useSend(material.addSection, options)
  const now = currentOf<Chapter | Section>(error)
  const save = () => {
    if (kind === 'new section') return add.mutate({ levelId, chapterNum: named.chapterNum, name })
    const ifMatch = (now ?? named.record).version
    if (kind === 'chapter') return chapter.mutate({ levelId, chapterNum: named.record.num, name, ifMatch })
    section.mutate({ levelId, chapterNum: named.chapterNum, sectionNum: named.record.num, name, ifMatch })
  }
  return (
    <EditSheet
      title={titles[kind]}
      save={record ? 'Save' : 'Add section'}
      busy={chapter.isPending || section.isPending || add.isPending}
      error={error}
      onSave={save}
      onClose={onClose}
    >
      <TextField label="Name" value={name} onChange={setName} maxLength={longest.name} autoFocus />
      {now && (
        <p>
          It now reads: <strong>{plain(now.name)}</strong>. Saving again replaces that.
        </p>
      )}
    </EditSheet>
  )
}
