// Layers that lie over each other: which of them a click or a key at a place means.

import { said } from './speech.js';
import { t } from './texts.js';

// How a field is called: by its layer, and by which part of it this is.
export function nameOf(field) {
  const layer = said(field.layer.replaceAll('_', ' '));
  return field.part === 'values' ? layer : t(`part ${field.part}`, { layer });
}

export class Layers {
  constructor(game) {
    this.game = game;
    const over = new Set();
    for (const places of game.byName.values()) {
      const shown = places.filter((place) => place.kind);
      if (shown.length > 1) shown.forEach((place) => over.add(place.field));
    }
    // The fields that share places with others, in their order.
    this.fields = game.fields.filter((field) => over.has(field));
    this.chosen = this.fields[0] ?? null;
  }

  // The place that a click or a key at a place means: that of the chosen field, if it has one there.
  meant(place) {
    return this.game.byName.get(place.name).find((one) => one.field === this.chosen) ?? place;
  }

  // How far the signs of a place stand beside its middle, so that those of each field are seen.
  aside(place) {
    const at = this.fields.indexOf(place.field);
    return at < 0 ? 0 : 0.24 * (at - (this.fields.length - 1) / 2);
  }
}
