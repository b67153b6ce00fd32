import { blocksOf } from '@fairlot/rules/notices'
import styles from './WrittenText.module.css'

/** The body of a notice or an article: headings, paragraphs and small tables. */
export const WrittenText = ({ text }: { readonly text: string }) => (
  <div className={styles.written}>
    {blocksOf(text).map((block, at) =>
      block.kind === 'heading' ? (
        <h3 key={at}>{block.text}</h3>
      ) : block.kind === 'text' ? (
        <p key={at}>{block.text}</p>
      ) : (
        <table key={at}>
          <tbody>
            {block.rows.map(([left, right]) => (
              <tr key={left}>
                <th scope="row">{left}</th>
                <td>{right}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ),
    )}
  </div>
)
