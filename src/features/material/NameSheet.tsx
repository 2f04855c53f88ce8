import { longest, plain } from '#shared/text.ts'
import { TextField } from '#ui/TextField.tsx'
import { useSend } from '#web/api.ts'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { snack } from '#web/snack.tsx'
import { useEdit } from '#web/use-edit.ts'
import { material, type Chapter } from './api.ts'
import type { Section } from './rules.ts'
import { tests } from './tests/api.ts'
import { useMaterialChange } from './use-material-change.ts'

/** What gets a name: a chapter, a section, or a section that is new. */
export type Named =
  | { kind: 'chapter'; record: Chapter }
  | { kind: 'section'; chapterNum: number; record: Section }
  | { kind: 'test section'; chapterNum: number; record: Section }
  | { kind: 'new section'; chapterNum: number; record: null }

const titles = { chapter: 'Rename chapter', section: 'Rename section', 'test section': 'Rename section', 'new section': 'New section' }

/** Names a chapter or section of a level, or makes a section. */
export function NameSheet({ levelId, named, onClose }: { levelId: string; named: Named; onClose: () => void }) {
  const { kind, record } = named
  const { draft, set, seen, error, fail, differences } = useEdit<Chapter | Section | null, { name: string }>(record, {
    draftOf: (stored) => ({ name: plain(stored?.name ?? '') }),
    words: { name: 'Name' },
  })
  const changed = useMaterialChange()
  const options = {
    onSuccess: () => {
      void changed()
      snack(record ? 'Renamed.' : 'Section added.')
      onClose()
    },
    onError: fail,
  }
  const chapter = useSend(material.changeChapter, options)
  const section = useSend(material.changeSection, options)
  const ofTest = useSend(tests.changeSection, options)
  const add = useSend(material.addSection, options)
  const save = () => {
    if (kind === 'new section') return add.mutate({ levelId, chapterNum: named.chapterNum, ...draft })
    const ifMatch = seen?.version
    if (kind === 'chapter') return chapter.mutate({ levelId, chapterNum: named.record.num, ...draft, ifMatch })
    if (kind === 'test section') return ofTest.mutate({ levelId, chapterNum: named.chapterNum, id: named.record._id, ...draft, ifMatch })
    section.mutate({ levelId, chapterNum: named.chapterNum, sectionNum: named.record.num, ...draft, ifMatch })
  }
  return (
    <EditSheet
      title={titles[kind]}
      save={record ? 'Save' : 'Add section'}
      busy={chapter.isPending || section.isPending || ofTest.isPending || add.isPending}
      error={error}
      differences={differences}
      onSave={save}
      onClose={onClose}
    >
      <TextField label="Name" value={draft.name} onChange={(name) => set({ name })} maxLength={longest.name} autoFocus />
    </EditSheet>
  )
}
