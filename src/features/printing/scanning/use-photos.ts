import { useEffect, useRef, useState } from 'react'
import type { FoundPage, UnreadReason } from '../reading/read-page.ts'
import type { MarkReading } from './page-marks.ts'
import { openPageReader } from '#web/page-reader.ts'

/**
 * A photograph that is being read, or what was found in it. `not_picture` is a file that can't be opened.
 * `isSaved` is true once its page has been stored. `decided` are the answers and grades that a person entered
 * for its page.
 */
export type Photo = {
  id: number
  name: string
  found: FoundPage | UnreadReason | 'not_picture' | null
  isSaved: boolean
  decided: readonly MarkReading[]
}

/**
 * Reads photographs as they are added, and lists them newest first. A new photograph of a page replaces an
 * earlier one, and keeps what a person entered for the page.
 */
export function usePhotos() {
  const reader = useRef<ReturnType<typeof openPageReader> | null>(null)
  const count = useRef(0)
  const [photos, setPhotos] = useState<readonly Photo[]>([])
  useEffect(
    () => () => {
      reader.current?.close()
      reader.current = null
    },
    [],
  )
  const read = async (id: number, file: File) => {
    reader.current ??= openPageReader()
    const found = await reader.current.read(file).catch(() => 'not_picture' as const)
    setPhotos((before) => {
      const earlier = before.filter(
        (each) => each.id !== id && typeof found !== 'string' && isOf(each, found.pageId),
      )
      const decided = earlier.flatMap((each) => each.decided)
      return before
        .filter((each) => !earlier.includes(each))
        .map((each) => (each.id === id ? { ...each, found, decided } : each))
    })
  }
  const add = (files: readonly File[]) => {
    for (const file of files) {
      const id = (count.current += 1)
      setPhotos((before) => [{ id, name: file.name, found: null, isSaved: false, decided: [] }, ...before])
      void read(id, file)
    }
  }
  const change = (id: number, part: (photo: Photo) => Partial<Photo>) =>
    setPhotos((before) => before.map((each) => (each.id === id ? { ...each, ...part(each) } : each)))
  return {
    photos,
    add,
    setSaved: (id: number) => change(id, () => ({ isSaved: true })),
    decide: (id: number, reading: MarkReading) =>
      change(id, ({ decided }) => ({
        decided: [...decided.filter(({ num }) => num !== reading.num), reading],
      })),
  }
}

const isOf = ({ found }: Photo, pageId: string) =>
  found !== null && typeof found !== 'string' && found.pageId === pageId
