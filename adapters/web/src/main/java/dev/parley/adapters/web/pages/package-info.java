/// What a person looks at: the chat, the documentation, a page per problem.
@NullMarked
package dev.parley.adapters.web.pages;

import org.jspecify.annotations.NullMarked;
