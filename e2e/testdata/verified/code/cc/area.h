#pragma once

inline int Area(int width, int height) { return width * height; }

// swap cc-name suggestion: Perimeter => Outline
inline int Perimeter(int width, int height) { return 2 * (width + height); }

// swap cc-comment suggestion: a comment => a better comment
// a comment
