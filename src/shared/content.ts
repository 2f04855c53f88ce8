import { z } from 'zod'

/**
 * Rendered content as a tree of plain nodes. The server creates it from Markdown and TeX, and
 * `ui/Content.tsx` shows it without an intermediate HTML string. Tags and attributes come from a fixed list.
 */
export type ContentNode = string | { tag: string; attrs?: Record<string, string>; children: ContentNode[] }

/**
 * Schema for rendered content. Doesn't validate the tree, because it is recursive and only `server/markup.ts`
 * creates it.
 */
export const Content = z.array(z.custom<ContentNode>())
