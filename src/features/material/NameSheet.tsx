import { t } from '#shared/language.ts'
import { longest } from '#shared/text.ts'
import { TextField } from '#ui/TextField.tsx'
import { useSend } from '#web/api.ts'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { toast } from '#web/toast.tsx'
import { useEdit } from '#web/use-edit.ts'
import { material, type Chapter } from './api.ts'
import { defaultName, type Section } from './rules.ts'
import { type Test, tests } from './tests/api.ts'
import { useMaterialChange } from './use-material-change.ts'

/** Item to name: a new or existing chapter, test or section. */
export type NamedItem =
  | { kind: 'chapter'; record: Chapter }
  | { kind: 'test'; chapterNum: number; record: Test }
  | { kind: 'section'; chapterNum: number; record: Section }
  | { kind: 'test section'; chapterNum: number; record: Section }
  /** New chapter. If `beyond` is true, the level's chapter count must be raised first. */
  | { kind: 'new chapter'; num: number; beyond: boolean; record: null }
  | { kind: 'new test' | 'new section' | 'new test section'; chapterNum: number; record: null }

const titles: Record<NamedItem['kind'], string> = {
  chapter: 'Rename chapter',
  test: 'Rename test',
  section: 'Rename section',
  'test section': 'Rename section of the test',
  'new chapter': 'New chapter',
  'new test': 'New test',
  'new section': 'New section',
  'new test section': 'New section of the test',
}

/** Messages shown after adding an item. */
const added: Partial<Record<NamedItem['kind'], string>> = {
  'new chapter': 'New chapter added.',
  'new test': 'New test added.',
  'new section': 'New section added.',
  'new test section': 'New section of the test added.',
}

/** Returns the suggested name for a new chapter or test, or an empty string for other items. */
const proposed = (named: NamedItem) =>
  named.kind === 'new chapter'
    ? defaultName.chapter(named.num)
    : named.kind === 'new test'
      ? defaultName.test(named.chapterNum)
      : ''

/** Returns a function that sends a name to the endpoint for the item's kind. */
function useNaming(
  levelId: string,
  named: NamedItem,
  options: { onSuccess: () => void; onError: (error: Error) => void },
) {
  const chapter = useSend(material.changeChapter, options)
  const section = useSend(material.changeSection, options)
  const test = useSend(tests.change, options)
  const ofTest = useSend(tests.changeSection, options)
  const addChapter = useSend(material.addChapter, options)
  const grow = useSend(material.changeLevel, { onError: options.onError })
  const addSection = useSend(material.addSection, options)
  const addTest = useSend(tests.add, options)
  const addToTest = useSend(tests.addSection, options)
  const isPending = [chapter, section, test, ofTest, grow, addChapter, addSection, addTest, addToTest].some(
    (send) => send.isPending,
  )
  const send = (name: string, ifMatch: number | undefined) => {
    const at = { levelId, name }
    if (named.kind === 'new chapter') {
      const { num, beyond } = named
      const add = () => addChapter.mutate({ ...at, num })
      return beyond ? grow.mutate({ id: levelId, chapterCount: num }, { onSuccess: add }) : add()
    }
    if (named.kind === 'chapter') return chapter.mutate({ ...at, chapterNum: named.record.num, ifMatch })
    const { chapterNum } = named
    if (named.kind === 'test') return test.mutate({ ...at, chapterNum, ifMatch })
    if (named.kind === 'section')
      return section.mutate({ ...at, chapterNum, sectionNum: named.record.num, ifMatch })
    if (named.kind === 'test section')
      return ofTest.mutate({ ...at, chapterNum, id: named.record._id, ifMatch })
    const add = { 'new test': addTest, 'new section': addSection, 'new test section': addToTest }[named.kind]
    add.mutate({ ...at, chapterNum })
  }
  return { send, isPending }
}

/** Form to rename a chapter, a test or a section, or to create one. */
export function NameSheet({
  levelId,
  named,
  onClose,
}: {
  levelId: string
  named: NamedItem
  onClose: () => void
}) {
  const { kind, record } = named
  const { draft, set, base, error, fail, differences } = useEdit<
    Chapter | Test | Section | null,
    { name: string }
  >(record, {
    draftOf: (stored) => ({ name: stored ? stored.name : proposed(named) }),
    words: { name: t('Name') },
  })
  const changed = useMaterialChange()
  const { send, isPending } = useNaming(levelId, named, {
    onSuccess: () => {
      void changed()
      toast(t(added[kind] ?? 'Renamed.'))
      onClose()
    },
    onError: fail,
  })
  return (
    <EditSheet
      title={t(titles[kind])}
      save={record ? t('Save') : t('Add')}
      busy={isPending}
      error={error}
      differences={differences}
      onSave={() => send(draft.name, base?.version)}
      onClose={onClose}
    >
      <TextField
        label={t('Name')}
        value={draft.name}
        onChange={(name) => set({ name })}
        maxLength={longest.name}
        autoFocus
      />
    </EditSheet>
  )
}
