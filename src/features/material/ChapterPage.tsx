import { getRouteApi } from '@tanstack/react-router'
import { FileQuestion, Pencil, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { sentences } from '#shared/problem.ts'
import { PageHead } from '#ui/PageHead.tsx'
import { RowMenu } from '#ui/RowMenu.tsx'
import { call } from '#web/api.ts'
import { material, type Chapter } from './api.ts'
import { CopySheet } from './clone/CopySheet.tsx'
import { numBefore, type Section } from './rules.ts'
import { DropDialog } from './DropDialog.tsx'
import { LevelFrame } from './LevelFrame.tsx'
import { NameSheet, type NamedItem } from './NameSheet.tsx'
import { type ChapterRef, SectionRows } from './SectionRows.tsx'
import { tests } from './tests/api.ts'
import style from './Material.module.css'

const route = getRouteApi('/staff/material-editor/$levelId/$chapterNum')

/** Page for a chapter: its sections, and its test. */
export function ChapterPage() {
  const { levelId, chapterNum } = route.useParams()
  return (
    <LevelFrame place={{ levelId, chapterNum: Number(chapterNum) }}>
      {(_, chapters) => {
        const chapter = chapters.find(({ num }) => num === Number(chapterNum))
        if (!chapter)
          return (
            <ErrorState
              page
              title={t('Chapter {chapterNum} wasn’t found.', { chapterNum })}
              message={t(sentences.notFound)}
            />
          )
        return <Sections levelId={levelId} chapter={chapter} />
      }}
    </LevelFrame>
  )
}

type OpenDialog =
  | { dialog: 'name'; named: NamedItem }
  | { dialog: 'drop' | 'copy'; section: Section; test: boolean }

function Sections({ levelId, chapter }: { levelId: string; chapter: Chapter }) {
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const { num: chapterNum, name, sections } = chapter
  const at = { levelId, chapterNum }
  const rename = (named: NamedItem) => setOpen({ dialog: 'name', named })
  const addButton = (
    <Button
      kind="primary"
      icon={<Plus aria-hidden />}
      onClick={() => rename({ kind: 'new section', chapterNum, record: null })}
    >
      {' '}
      {t('Add section')}{' '}
    </Button>
  )
  return (
    <>
      <PageHead
        title={name}
        num={numBefore(chapter)}
        actions={
          <>
            <Button
              icon={<Pencil aria-hidden />}
              onClick={() => rename({ kind: 'chapter', record: chapter })}
            >
              {' '}
              {t('Rename')}{' '}
            </Button>
            {sections.length > 0 && addButton}
          </>
        }
      />
      {sections.length === 0 ? (
        <EmptyState icon={<FileQuestion />} title={t('No sections yet')} action={addButton}>
          {t('A section holds the questions of one lesson. You can assign it as homework.')}
        </EmptyState>
      ) : (
        <SectionRows
          at={at}
          sections={sections}
          onRename={(record) => rename({ kind: 'section', chapterNum, record })}
          onOpen={(dialog, section) => setOpen({ dialog, section, test: false })}
        />
      )}
      <TestSections at={at} test={chapter.test} onOpen={setOpen} />
      {open && <ChapterDialog at={at} open={open} onClose={() => setOpen(null)} />}
    </>
  )
}

function ChapterDialog({ at, open, onClose }: { at: ChapterRef; open: OpenDialog; onClose: () => void }) {
  if (open.dialog === 'name') return <NameSheet levelId={at.levelId} named={open.named} onClose={onClose} />
  const { section, test } = open
  if (open.dialog === 'copy') return <CopySheet from={{ ...at, section, test }} onClose={onClose} />
  return (
    <DropDialog
      itemName={test ? t('section “{name}” of the test', section) : t('section “{name}”', section)}
      drop={() =>
        test
          ? call(tests.dropSection, { ...at, id: section._id })
          : call(material.dropSection, { ...at, sectionNum: section.num })
      }
      onClose={onClose}
    >
      {' '}
      {t('Its questions are deleted too. You can’t delete a section that is used in assigned work.')}{' '}
    </DropDialog>
  )
}

function TestSections({
  at,
  test,
  onOpen,
}: {
  at: ChapterRef
  test: Chapter['test']
  onOpen: (open: OpenDialog) => void
}) {
  const { chapterNum } = at
  const rename = (named: NamedItem) => onOpen({ dialog: 'name', named })
  if (!test)
    return (
      <TestHead title={t('Test')}>
        <Button
          icon={<Plus aria-hidden />}
          onClick={() => rename({ kind: 'new test', chapterNum, record: null })}
        >
          {' '}
          {t('Add test')}{' '}
        </Button>
      </TestHead>
    )
  return (
    <>
      <TestHead title={test.name}>
        <Button
          kind="quiet"
          icon={<Plus aria-hidden />}
          onClick={() => rename({ kind: 'new test section', chapterNum, record: null })}
        >
          {' '}
          {t('Add section to the test')}{' '}
        </Button>
        <RowMenu
          of={t('the test {name}', test)}
          change={{ label: t('Rename'), onClick: () => rename({ kind: 'test', chapterNum, record: test }) }}
        />
      </TestHead>
      {test.sections.length === 0 ? (
        <p className="quiet">
          {t('No sections yet. This test is empty, and the level’s assessment skips this chapter.')}
        </p>
      ) : (
        <SectionRows
          at={at}
          test
          sections={test.sections}
          onRename={(record) => rename({ kind: 'test section', chapterNum, record })}
          onOpen={(dialog, section) => onOpen({ dialog, section, test: true })}
        />
      )}
    </>
  )
}

const TestHead = ({ title, children }: { title: string; children: ReactNode }) => (
  <header className={`${style.testHead} cluster middle`}>
    <h2>{title}</h2>
    {children}
  </header>
)
