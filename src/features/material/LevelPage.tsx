import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { ListTree, Pencil } from 'lucide-react'
import { useState } from 'react'
import { counted, plain } from '#shared/text.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { RowMenu } from '#ui/RowMenu.tsx'
import { call, useSend } from '#web/api.ts'
import { snack } from '#web/snack.tsx'
import { material, type Chapter, type Level } from './api.ts'
import { DropDialog } from './DropDialog.tsx'
import { LevelFrame } from './LevelFrame.tsx'
import { LevelSheet } from './LevelSheet.tsx'
import { NameSheet } from './NameSheet.tsx'
import { gaps } from './rules.ts'
import { useMaterialChange } from './use-material-change.ts'
import style from './Material.module.css'

const route = getRouteApi('/staff/material-editor/$levelId')

/** A level with its chapters. */
export function LevelPage() {
  const { levelId } = route.useParams()
  return <LevelFrame place={{ levelId }}>{(level, chapters) => <Chapters level={level} chapters={chapters} />}</LevelFrame>
}

type Open = { what: 'level' } | { what: 'rename' | 'drop'; chapter: Chapter }

function Chapters({ level, chapters }: { level: Level; chapters: Chapter[] }) {
  const [open, setOpen] = useState<Open | null>(null)
  const changed = useMaterialChange()
  const fill = useSend(material.fillChapters, {
    onSuccess: async () => {
      await changed()
      snack('The chapters are filled.')
    },
  })
  const missing = gaps(level.chapterCount, chapters)
  const fillButton = (
    <Button kind="primary" icon={<ListTree aria-hidden />} busy={fill.isPending} onClick={() => fill.mutate({ levelId: level._id })}>
      Fill chapters
    </Button>
  )
  const changeButton = (
    <Button icon={<Pencil aria-hidden />} onClick={() => setOpen({ what: 'level' })}>
      Change level
    </Button>
  )
  return (
    <>
      <PageHead
        title={plain(level.name)}
        facts={chapters.length > 0 && missing > 0 && `${counted(missing, 'chapter')} still to be filled, with an empty first section each.`}
        actions={
          chapters.length > 0 && (
            <>
              {changeButton}
              {missing > 0 && fillButton}
            </>
          )
        }
      />
      {chapters.length === 0 ? (
        <EmptyState icon={<ListTree />} title="No chapters yet" action={level.chapterCount > 0 ? fillButton : changeButton}>
          {level.chapterCount > 0
            ? `Filling makes ${counted(level.chapterCount, 'chapter')}, each with an empty first section.`
            : 'Say how many chapters this level has. Then they can be filled in with one press.'}
        </EmptyState>
      ) : (
        <ul className={`${style.card} ${style.rows}`} aria-label="Chapters">
          {chapters.map((chapter) => (
            <ChapterRow key={chapter.num} levelId={level._id} chapter={chapter} onOpen={setOpen} />
          ))}
        </ul>
      )}
      {open && <Opened level={level} open={open} onClose={() => setOpen(null)} />}
    </>
  )
}

function Opened({ level, open, onClose }: { level: Level; open: Open; onClose: () => void }) {
  const navigate = useNavigate()
  if (open.what === 'level') return <LevelSheet course={{ _id: level.courseId, name: level.course }} level={level} onClose={onClose} />
  const { chapter } = open
  if (open.what === 'rename') return <NameSheet levelId={level._id} named={{ kind: 'chapter', record: chapter }} onClose={onClose} />
  return (
    <DropDialog
      what={`chapter “${plain(chapter.name)}”`}
      drop={() => call(material.dropChapter, { levelId: level._id, chapterNum: chapter.num })}
      onDropped={() => void navigate({ to: '/material-editor/$levelId', params: { levelId: level._id } })}
      onClose={onClose}
    >
      Its sections, its test and their questions go with it. A chapter with homework that was given stays.
    </DropDialog>
  )
}

function ChapterRow({ levelId, chapter, onOpen }: { levelId: string; chapter: Chapter; onOpen: (open: Open) => void }) {
  const { num, name, sections } = chapter
  const questions = sections.reduce((sum, section) => sum + section.questions, 0)
  return (
    <li className={style.row}>
      <Link to="/material-editor/$levelId/$chapterNum" params={{ levelId, chapterNum: String(num) }} className={style.name}>
        <span className={style.num}>{num}</span>
        {plain(name)}
      </Link>
      <span className={style.figures} data-figures>
        {counted(sections.length, 'section')}
      </span>
      <span className={style.figures} data-figures>
        {counted(questions, 'question')}
      </span>
      <RowMenu
        of={`chapter ${plain(name)}`}
        change={{ label: 'Rename', onClick: () => onOpen({ what: 'rename', chapter }) }}
        onDrop={() => onOpen({ what: 'drop', chapter })}
      />
    </li>
  )
}
