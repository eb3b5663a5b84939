package dev.parley.adapters.web;

import static org.assertj.core.api.Assertions.assertThat;

import tools.jackson.databind.JsonNode;

/// A description of the API, as a server hands it out.
record Description(JsonNode json) {

    static Description at(TestServer server, String path) {
        return new Description(server.get(null, path).json());
    }

    void assertEveryReferenceLeadsSomewhere() {
        assertThat(json.findValues("$ref"))
                .isNotEmpty()
                .allSatisfy(
                        ref -> assertThat(json.at(ref.asString().substring(1)).isMissingNode())
                                .as(ref.asString())
                                .isFalse());
    }
}
