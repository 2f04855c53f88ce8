import { getRouteApi, Link } from '@tanstack/react-router'
import { Menu } from '@mantine/core'
import { Copy, FileQuestion, Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { counted, plain } from '#shared/text.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { sentences } from '#shared/problem.ts'
import { PageHead } from '#ui/PageHead.tsx'
import { RowMenu } from '#ui/RowMenu.tsx'
import { call } from '#web/api.ts'
import { material, type Chapter } from './api.ts'
import { CopySheet } from './clone/CopySheet.tsx'
import type { Section } from './rules.ts'
import { DropDialog } from './DropDialog.tsx'
import { LevelFrame } from './LevelFrame.tsx'
import { sectionPages } from './LevelTree.tsx'
import { NameSheet, type Named } from './NameSheet.tsx'
import style from './Material.module.css'

const route = getRouteApi('/staff/material-editor/$levelId/$chapterNum')

/** A chapter with its sections. */
export function ChapterPage() {
  const { levelId, chapterNum } = route.useParams()
  return (
    <LevelFrame place={{ levelId, chapterNum: Number(chapterNum) }}>
      {(_, chapters) => {
        const chapter = chapters.find(({ num }) => num === Number(chapterNum))
        if (!chapter) return <ErrorState page title={`There is no chapter ${chapterNum}.`} message={sentences.notFound} />
        return <Sections levelId={levelId} chapter={chapter} />
      }}
    </LevelFrame>
  )
}

type Open = { what: 'name'; named: Named } | { what: 'drop'; section: Section } | { what: 'copy'; section: Section; test: boolean }

function Sections({ levelId, chapter }: { levelId: string; chapter: Chapter }) {
  const [open, setOpen] = useState<Open | null>(null)
  const { num: chapterNum, name, sections, test } = chapter
  const rename = (named: Named) => setOpen({ what: 'name', named })
  const addButton = (
    <Button kind="primary" icon={<Plus aria-hidden />} onClick={() => rename({ kind: 'new section', chapterNum, record: null })}>
      Add section
    </Button>
  )
  return (
    <>
      <PageHead
        title={plain(name)}
        num={chapterNum}
        actions={
          <>
            <Button icon={<Pencil aria-hidden />} onClick={() => rename({ kind: 'chapter', record: chapter })}>
              Rename
            </Button>
            {sections.length > 0 && addButton}
          </>
        }
      />
      {sections.length === 0 ? (
        <EmptyState icon={<FileQuestion />} title="No sections yet" action={addButton}>
          A section holds the questions of one lesson, and is what is given as homework.
        </EmptyState>
      ) : (
        <ul className={`${style.card} ${style.rows}`} aria-label="Sections">
          {sections.map((section) => (
            <li key={section.num} className={style.row}>
              <SectionLink to={sectionPages.chapter} chapter={{ levelId, chapterNum: String(chapterNum) }} section={section} />
              <RowMenu
                of={`section ${plain(section.name)}`}
                change={{ label: 'Rename', onClick: () => rename({ kind: 'section', chapterNum, record: section }) }}
                onDrop={() => setOpen({ what: 'drop', section })}
              >
                <CopyItem onClick={() => setOpen({ what: 'copy', section, test: false })} />
              </RowMenu>
            </li>
          ))}
        </ul>
      )}
      {test && test.sections.length > 0 && <TestSections at={{ levelId, chapterNum }} test={test} onOpen={setOpen} />}
      {open && <Opened at={{ levelId, chapterNum }} open={open} onClose={() => setOpen(null)} />}
    </>
  )
}

type At = { levelId: string; chapterNum: number }

function Opened({ at, open, onClose }: { at: At; open: Open; onClose: () => void }) {
  if (open.what === 'name') return <NameSheet levelId={at.levelId} named={open.named} onClose={onClose} />
  const { section } = open
  if (open.what === 'copy') return <CopySheet from={{ ...at, section, test: open.test }} onClose={onClose} />
  return (
    <DropDialog
      what={`section “${plain(section.name)}”`}
      drop={() => call(material.dropSection, { ...at, sectionNum: section.num })}
      onClose={onClose}
    >
      Its questions go with it. A section that stands in homework stays.
    </DropDialog>
  )
}

function CopyItem({ onClick }: { onClick: () => void }) {
  return (
    <Menu.Item leftSection={<Copy size={16} aria-hidden />} onClick={onClick}>
      Copy to…
    </Menu.Item>
  )
}

type TestSectionsProps = { at: At; test: NonNullable<Chapter['test']>; onOpen: (open: Open) => void }

function TestSections({ at: { levelId, chapterNum }, test, onOpen }: TestSectionsProps) {
  return (
    <>
      <h2 className={style.heading}>{plain(test.name)}</h2>
      <ul className={`${style.card} ${style.rows}`} aria-label="Sections of the test">
        {test.sections.map((section) => (
          <li key={section.num} className={style.row}>
            <SectionLink to={sectionPages.test} chapter={{ levelId, chapterNum: String(chapterNum) }} section={section} />
            <RowMenu of={`section ${plain(section.name)} of the test`}>
              <CopyItem onClick={() => onOpen({ what: 'copy', section, test: true })} />
            </RowMenu>
          </li>
        ))}
      </ul>
    </>
  )
}

type SectionLinkProps = {
  to: (typeof sectionPages)[keyof typeof sectionPages]
  chapter: { levelId: string; chapterNum: string }
  section: Section
}

function SectionLink({ to, chapter, section }: SectionLinkProps) {
  const { num, name, questions, ready } = section
  return (
    <>
      <Link to={to} params={{ ...chapter, sectionNum: String(num) }} className={style.name}>
        <span className={style.num}>{num}</span>
        {plain(name)}
      </Link>
      <span className={style.figures} data-figures>
        {counted(questions, 'question')}
      </span>
      <span className={style.figures} data-figures>
        {ready < questions && `${(questions - ready).toLocaleString('en')} not finished`}
      </span>
    </>
  )
}
