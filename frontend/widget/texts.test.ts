/** All texts of the form are in one file, ready for translation. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const SPOKEN = new Set([
  'aria-label',
  'title',
  'placeholder',
  'alt',
  'abbr',
  'label',
  'empty',
  'text',
  'hint',
]);

/** Operators that join alternatives, one of which is shown; the operands of a comparison are not shown. */
const JOINING = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.PlusToken,
]);

/** Words in markup: between tags, or in an attribute that is shown or read aloud. */
function wordsIn(name: string, source: string): string[] {
  const words: string[] = [];
  const note = (text: string, node: ts.Node) => {
    const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    if (/\p{L}{2}/u.test(text)) words.push(`${name}:${line} ${text.trim()}`);
  };
  const literals = (node: ts.Node) => {
    if (ts.isStringLiteralLike(node)) note(node.text, node);
    else if (ts.isTemplateExpression(node)) {
      note(node.head.text + node.templateSpans.map((span) => span.literal.text).join(' '), node);
    } else if (ts.isConditionalExpression(node)) [node.whenTrue, node.whenFalse].forEach(literals);
    else if (ts.isBinaryExpression(node) && JOINING.has(node.operatorToken.kind)) {
      [node.left, node.right].forEach(literals);
    } else if (ts.isParenthesizedExpression(node)) literals(node.expression);
  };
  const visit = (node: ts.Node) => {
    if (ts.isJsxText(node)) note(node.text, node);
    else if (ts.isJsxAttribute(node)) {
      if (SPOKEN.has(node.name.getText()) && node.initializer) {
        literals(
          ts.isJsxExpression(node.initializer) ? (node.initializer.expression ?? node) : node.initializer,
        );
      }
    } else if (ts.isJsxExpression(node) && node.expression && !ts.isJsxAttribute(node.parent)) {
      literals(node.expression);
    }
    ts.forEachChild(node, visit);
  };
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  visit(file);
  return words;
}

const folder = import.meta.dirname;
const components = readdirSync(folder).filter((name) => name.endsWith('.tsx') && !name.includes('.test.'));
/** The product's name is the same in every language. */
const NAMES = /^App\.tsx:\d+ (Marquee|Desk)$/;

describe('widget texts', () => {
  it.each(components)('in %s are not written in the markup', (name) => {
    const words = wordsIn(name, readFileSync(join(folder, name), 'utf8'));
    expect(words.filter((word) => !NAMES.test(word))).toEqual([]);
  });

  it('are found in attributes, elements, expressions and templates', () => {
    const hidden = `<p aria-label={a ? 'One' : b}>Two {c && 'Three'} {\`\${d} four\`}<i className="no" title="Five" /></p>`;
    expect(
      wordsIn('x', hidden)
        .map((word) => word.split(' ').slice(1).join(' '))
        .sort(),
    ).toEqual(['Five', 'One', 'Three', 'Two', 'four']);
  });
});
